import { expect, it } from 'vitest';
import { serve } from '../serve/served.ts';
import { siteWithBundles, smallSite } from '../site.ts';

const list = `
-- site/list.ts --
import { item } from './item.ts';
export const list = [item];
-- site/item.ts --
import { list } from './list.ts';
export const item = 'lamp';
export const count = list.map((one) => one).length;
-- site/pages/About.tsx --
import { list } from '../list.ts';
export const Page = () => <h1>{list.length}</h1>;
`;

const component = `
-- site/Lamp.tsx --
import { shades } from './shades.tsx';
const Shade = shades?.Shade;
export const Lamp = () => { const Shown = Shade as never; return <Shown />; };
-- site/shades.tsx --
import { Lamp } from './Lamp.tsx';
export const shades = { Shade: () => <b>Shade</b>, Lamp };
-- site/pages/About.tsx --
import { shades } from '../shades.tsx';
export const Page = () => <h1><shades.Lamp /></h1>;
`;

it.each([
  [list, 'site/item.ts', 'site/item.ts, site/list.ts import each other'],
  [component, 'site/pages/About.tsx', 'site/Lamp.tsx, site/shades.tsx import each other'],
])(
  'modules that import each other are named where one of them throws, in builds and in development',
  async (files, file, text) => {
    const site = siteWithBundles(smallSite, files);
    const { problems } = await site.build();
    expect(problems).toMatchObject([{ code: 'PAGE_FAILED', file, hint: expect.stringContaining(text) }]);
    const served = await serve(site);
    expect((await served.get('/about')).text).toContain(text);
    await served.stop();
    site.close();
  },
);
