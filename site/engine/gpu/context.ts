import { EMULATED_CHIP } from './emulated.ts';

/** A WebGL 2 context that renders to float textures. The owner closes what it opened. */
export type Gpu = {
  /** Creates a texture of four floats per pixel; `data` may end within the last row. */
  readonly texture: (size: TextureSize, data: Float32Array | null) => WebGLTexture;
  /** Compiles and caches a fragment shader by its source. Throws the driver's message. */
  readonly program: (fragment: string) => WebGLProgram;
  /** Runs a program for every pixel of `target`, in strips. Awaits `onStrip` with the fraction done after each. */
  readonly draw: (work: Draw, onStrip: (done: number) => Promise<void>) => Promise<void>;
  /** Reads four floats per pixel. Throws if the context was lost. */
  readonly read: (target: WebGLTexture, size: TextureSize) => Float32Array;
  readonly free: (...textures: readonly WebGLTexture[]) => void;
  readonly close: () => void;
};

export type TextureSize = { readonly width: number; readonly height: number };

export type Draw = {
  readonly program: WebGLProgram;
  readonly target: WebGLTexture;
  readonly size: TextureSize;
  readonly textures: { readonly [name: string]: WebGLTexture };
  readonly integers: { readonly [name: string]: number };
  readonly floats: { readonly [name: string]: Float32Array };
};

/** Rows per draw call, so that a slow GPU does not trigger the browser's watchdog. */
const STRIP_ROWS = 128;

const VERTEX = `#version 300 es
void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(corner, 0.0, 1.0);
}`;

/**
 * Opens a context; null without WebGL 2, float render targets or a graphics chip. `software` allows an emulated one,
 * for tests.
 */
export function openGpu(software: boolean): Gpu | null {
  if (typeof OffscreenCanvas === 'undefined') return null;
  const canvas = new OffscreenCanvas(1, 1);
  const gl = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: !software, antialias: false, depth: false });
  if (!gl?.getExtension('EXT_color_buffer_float')) return null;
  // Chromium 156 does not count an emulated chip as a performance caveat.
  if (!software && EMULATED_CHIP.test(chipOf(gl))) {
    gl.getExtension('WEBGL_lose_context')?.loseContext();
    return null;
  }
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
      for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
        gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
      return texture;
    },
    program: (fragment) => {
      const cached = programs.get(fragment);
      if (cached) return cached;
      const program = linkProgram(gl, fragment);
      programs.set(fragment, program);
      return program;
    },
    draw: async ({ program, target, size, textures, integers, floats }, onStrip) => {
      for (let top = 0; top < size.height; top += STRIP_ROWS) {
        // Set all state again, since another draw may have run in the meantime.
        // biome-ignore lint/correctness/useHookAtTopLevel: a method of WebGL, not a React hook
        gl.useProgram(program);
        attach(target);
        gl.viewport(0, 0, size.width, size.height);
        gl.enable(gl.SCISSOR_TEST);
        gl.scissor(0, top, size.width, Math.min(STRIP_ROWS, size.height - top));
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
        await onStrip(Math.min(1, (top + STRIP_ROWS) / size.height));
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

function chipOf(gl: WebGL2RenderingContext): string {
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  return String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
}

function linkProgram(gl: WebGL2RenderingContext, fragment: string): WebGLProgram {
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
