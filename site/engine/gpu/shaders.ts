// Fragment shaders: the same sums as in `ops/stylise`, in the same order.

const HEAD = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
out vec4 result;
`;

/** Width of the textures that hold lists. */
export const TABLE_WIDTH = 1024;

/** `paint`: eight sectors by sampling tables. `picture` holds R, G, B and the sum of squares; `tables` the table index in x. */
export const PAINT = `${HEAD}
uniform sampler2D picture;
uniform sampler2D tables;
uniform sampler2D starts;
uniform sampler2D samples;
uniform int sharpness;
vec4 at(sampler2D list, int i) { return texelFetch(list, ivec2(i % ${TABLE_WIDTH}, i / ${TABLE_WIDTH}), 0); }
void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  ivec2 last = textureSize(picture, 0) - 1;
  int first = int(texelFetch(tables, here, 0).x) * 8;
  vec4 sum = vec4(0.0);
  int k = int(at(starts, first).x);
  for (int sector = 1; sector <= 8; sector++) {
    int end = int(at(starts, first + sector).x);
    vec4 mean = vec4(0.0);
    for (; k < end; k++) {
      vec4 tap = at(samples, k);
      mean += texelFetch(picture, clamp(here + ivec2(tap.xy), ivec2(0), last), 0) * tap.z;
    }
    float variance = max(0.0, mean.w - dot(mean.rgb, mean.rgb)) * float(sharpness);
    float fourth = variance * variance * variance * variance;
    float weight = 1.0 / (1.0 + fourth);
    sum += vec4(mean.rgb, 1.0) * weight;
  }
  result = vec4(sum.rgb / sum.w, 1.0);
}`;

/** Maximum number of weights of a kernel. */
export const MAX_KERNEL_WEIGHTS = 64;

/** Filters across the flow: `source` holds the value in x and the tangent in y and z; `weights` are for 0, 1, 2 … pixels to both sides. */
export const ACROSS = `${HEAD}
uniform sampler2D source;
uniform float weights[${MAX_KERNEL_WEIGHTS}];
uniform int count;
float value(ivec2 pixel) { return texelFetch(source, pixel, 0).x; }
float interpolate(vec2 position) {
  ivec2 last = textureSize(source, 0) - 1;
  vec2 inside = clamp(position, vec2(0.0), vec2(last));
  ivec2 low = ivec2(floor(inside));
  ivec2 high = min(low + 1, last);
  vec2 part = inside - vec2(low);
  float above = mix(value(low), value(ivec2(high.x, low.y)), part.x);
  float below = mix(value(ivec2(low.x, high.y)), value(high), part.x);
  return mix(above, below, part.y);
}
void main() {
  vec4 own = texelFetch(source, ivec2(gl_FragCoord.xy), 0);
  vec2 here = floor(gl_FragCoord.xy);
  vec2 normal = vec2(own.z, -own.y);
  float sum = own.x * weights[0];
  for (int k = 1; k < count; k++) sum += weights[k] * (interpolate(here + float(k) * normal) + interpolate(here - float(k) * normal));
  result = vec4(sum, own.yz, 1.0);
}`;

/** Smooths along the flow: the same inputs; the weights apply to steps of `stride` pixels. */
export const ALONG = `${HEAD}
uniform sampler2D source;
uniform float weights[${MAX_KERNEL_WEIGHTS}];
uniform int count;
uniform int stride;
void main() {
  ivec2 start = ivec2(gl_FragCoord.xy);
  ivec2 size = textureSize(source, 0);
  vec4 own = texelFetch(source, start, 0);
  float sum = own.x * weights[0];
  float total = weights[0];
  for (int direction = -1; direction <= 1; direction += 2) {
    vec2 step = own.yz * float(direction * stride);
    vec2 position = vec2(start) + step;
    for (int k = 1; k < count; k++) {
      ivec2 pixel = ivec2(floor(position + 0.5));
      if (any(lessThan(pixel, ivec2(0))) || any(greaterThanEqual(pixel, size))) break;
      vec4 texel = texelFetch(source, pixel, 0);
      sum += texel.x * weights[k];
      total += weights[k];
      step = texel.yz * (dot(texel.yz, step) < 0.0 ? -1.0 : 1.0) * float(stride);
      position += step;
    }
  }
  result = vec4(sum / total, own.yz, 1.0);
}`;
