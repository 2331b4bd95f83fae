import { relative, sep } from 'node:path';
import type { Plugin } from 'vite';

const assets =
  /\.(?:png|jpe?g|jfif|gif|svg|ico|webp|avif|bmp|mp4|webm|ogg|mp3|wav|flac|aac|opus|mov|m4a|vtt|woff2?|eot|ttf|otf|webmanifest|pdf|txt|onnx)$/;

/** Gives imported assets the URLs that the development server has for them, so that server and browser agree. */
export function assetPlugin({ root, base }: { readonly root: string; readonly base: string }): Plugin {
  return {
    name: 'sitegen:dev-assets',
    enforce: 'pre',
    load: {
      filter: { id: /\.\w+(?:\?.*)?$/ },
      handler(id) {
        const [file = '', query = ''] = id.split('?');
        const isUrl = /(?:^|&)url(?:&|$)/.test(query);
        if (/(?:^|&)(?:raw|inline|worker|sharedworker)(?:&|$)/.test(query)) return null;
        if (!isUrl && !assets.test(file)) return null;
        const below = relative(root, file).split(sep).join('/');
        const path = below.startsWith('..') ? `/@fs${file}` : `/${below}`;
        return `export default ${JSON.stringify(encodeURI(base + path))};`;
      },
    },
  };
}
