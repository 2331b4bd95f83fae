/** A drawing context of WebGL 2 that calculates in floats. Who opens it closes it. */
export type Gpu = {
  /** A texture of four floats a pixel; `data` may be shorter than the last row. */
  readonly texture: (size: Sides, data: Float32Array | null) => WebGLTexture;
  /** Compiles once for each text. Throws what the driver complains of. */
  readonly program: (fragment: string) => WebGLProgram;
  /** Runs a program for every pixel of `target`, in strips; `between` is awaited after each, with the share done. */
  readonly draw: (work: Draw, between: (done: number) => Promise<void>) => Promise<void>;
  /** Four floats a pixel. Throws where the context was lost. */
  readonly read: (target: WebGLTexture, size: Sides) => Float32Array;
  readonly free: (...textures: readonly WebGLTexture[]) => void;
  readonly close: () => void;
};

export type Sides = { readonly width: number; readonly height: number };

export type Draw = {
  readonly program: WebGLProgram;
  readonly target: WebGLTexture;
  readonly size: Sides;
  readonly textures: { readonly [name: string]: WebGLTexture };
  readonly integers: { readonly [name: string]: number };
  readonly floats: { readonly [name: string]: Float32Array };
};

/** Rows drawn in one go: a slow chip must not be asked for so much that the browser takes it for hung. */
const STRIP = 128;

const VERTEX = `#version 300 es
void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(corner, 0.0, 1.0);
}`;

/** Null where there is no WebGL 2 or it cannot draw into floats; `software` allows an emulated chip, for tests. */
export function openGpu(software: boolean): Gpu | null {
  if (typeof OffscreenCanvas === 'undefined') return null;
  const canvas = new OffscreenCanvas(1, 1);
  const gl = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: !software, antialias: false, depth: false });
  if (!gl?.getExtension('EXT_color_buffer_float')) return null;
  const frame = gl.createFramebuffer();
  const programs = new Map<string, WebGLProgram>();
  gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
  gl.bindVertexArray(gl.createVertexArray());
  const attach = (target: WebGLTexture) =>
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, target, 0);
  return {
    texture: ({ width, height }, data) => {
      const texture = gl.createTexture();
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, height, 0, gl.RGBA, gl.FLOAT, data);
      for (const side of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
        gl.texParameteri(gl.TEXTURE_2D, side, gl.NEAREST);
      return texture;
    },
    program: (fragment) => {
      const known = programs.get(fragment);
      if (known) return known;
      const made = link(gl, fragment);
      programs.set(fragment, made);
      return made;
    },
    draw: async ({ program, target, size, textures, integers, floats }, between) => {
      for (let top = 0; top < size.height; top += STRIP) {
        // Another drawing may have come between: nothing is taken for set.
        // biome-ignore lint/correctness/useHookAtTopLevel: WebGL calls it so
        gl.useProgram(program);
        attach(target);
        gl.viewport(0, 0, size.width, size.height);
        gl.enable(gl.SCISSOR_TEST);
        gl.scissor(0, top, size.width, Math.min(STRIP, size.height - top));
        for (const [unit, [name, texture]] of Object.entries(textures).entries()) {
          gl.activeTexture(gl.TEXTURE0 + unit);
          gl.bindTexture(gl.TEXTURE_2D, texture);
          gl.uniform1i(gl.getUniformLocation(program, name), unit);
        }
        for (const [name, value] of Object.entries(integers)) gl.uniform1i(gl.getUniformLocation(program, name), value);
        for (const [name, values] of Object.entries(floats))
          gl.uniform1fv(gl.getUniformLocation(program, name), values);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
        gl.flush();
        await between(Math.min(1, (top + STRIP) / size.height));
      }
    },
    read: (target, { width, height }) => {
      const out = new Float32Array(4 * width * height);
      attach(target);
      gl.readPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, out);
      if (gl.isContextLost() || gl.getError() !== gl.NO_ERROR) throw new Error('The graphics context was lost.');
      return out;
    },
    free: (...textures) => {
      for (const texture of textures) gl.deleteTexture(texture);
    },
    close: () => {
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}

function link(gl: WebGL2RenderingContext, fragment: string): WebGLProgram {
  const program = gl.createProgram();
  const sources = [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const;
  for (const [kind, text] of sources) {
    const shader = gl.createShader(kind);
    if (!shader) throw new Error('The graphics context was lost.');
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader) ?? 'compile');
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? 'link');
  return program;
}
