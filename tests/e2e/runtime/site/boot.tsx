import { boot } from '../../../../cli/runtime/boot.tsx';
import { App } from './App.tsx';
import { site } from './info.ts';

declare const __BUILD__: string;
Object.assign(globalThis, { fixtureBuild: __BUILD__ });
await boot({ site, App });
