/** Programs for each pixel, the same sums as in `ops/stylise`, in the same order. */

const HEAD = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
out vec4 result;
`;

/** Samples of the tables lie in rows of this many. */
export const ROW = 1024;

/** `paint`: eight sectors by tables. `picture`: R, G, B and the sum of squares; `tables`: which one in x. */
export const PAINT = `${HEAD}
uniform sampler2D picture;
uniform sampler2D tables;
uniform sampler2D starts;
uniform sampler2D samples;
uniform int sharpness;
vec4 at(sampler2D list, int i) { return texelFetch(list, ivec2(i % ${ROW}, i / ${ROW}), 0); }
void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  ivec2 most = textureSize(picture, 0) - 1;
  int first = int(texelFetch(tables, here, 0).x) * 8;
  vec4 sum = vec4(0.0);
  int k = int(at(starts, first).x);
  for (int sector = 1; sector <= 8; sector++) {
    int end = int(at(starts, first + sector).x);
    vec4 mean = vec4(0.0);
    for (; k < end; k++) {
      vec4 place = at(samples, k);
      mean += texelFetch(picture, clamp(here + ivec2(place.xy), ivec2(0), most), 0) * place.z;
    }
    float variance = max(0.0, mean.w - dot(mean.rgb, mean.rgb)) * float(sharpness);
    float fourth = variance * variance * variance * variance;
    float share = 1.0 / (1.0 + fourth);
    sum += vec4(mean.rgb, 1.0) * share;
  }
  result = vec4(sum.rgb / sum.w, 1.0);
}`;

/** Most weights of a kernel. */
export const MOST = 64;

/** Across the flow: `source` in x, tangent in y and z. `weights` are for 0, 1, 2 … pixels to both sides. */
export const ACROSS = `${HEAD}
uniform sampler2D source;
uniform float weights[${MOST}];
uniform int count;
float value(ivec2 place) { return texelFetch(source, place, 0).x; }
float between(vec2 place) {
  ivec2 most = textureSize(source, 0) - 1;
  vec2 inside = clamp(place, vec2(0.0), vec2(most));
  ivec2 low = ivec2(floor(inside));
  ivec2 high = min(low + 1, most);
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
  for (int k = 1; k < count; k++) sum += weights[k] * (between(here + float(k) * normal) + between(here - float(k) * normal));
  result = vec4(sum, own.yz, 1.0);
}`;

/** Along the flow: the same texture, the same weights by steps of `stride` pixels. */
export const ALONG = `${HEAD}
uniform sampler2D source;
uniform float weights[${MOST}];
uniform int count;
uniform int stride;
void main() {
  ivec2 start = ivec2(gl_FragCoord.xy);
  ivec2 size = textureSize(source, 0);
  vec4 own = texelFetch(source, start, 0);
  float sum = own.x * weights[0];
  float total = weights[0];
  for (int way = -1; way <= 1; way += 2) {
    vec2 step = own.yz * float(way * stride);
    vec2 place = vec2(start) + step;
    for (int k = 1; k < count; k++) {
      ivec2 near = ivec2(floor(place + 0.5));
      if (any(lessThan(near, ivec2(0))) || any(greaterThanEqual(near, size))) break;
      vec4 there = texelFetch(source, near, 0);
      sum += there.x * weights[k];
      total += weights[k];
      step = there.yz * (dot(there.yz, step) < 0.0 ? -1.0 : 1.0) * float(stride);
      place += step;
    }
  }
  result = vec4(sum / total, own.yz, 1.0);
}`;
