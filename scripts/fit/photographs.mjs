// node scripts/fit/photographs.mjs selection|reporting --packages DIR --out DIR
//
// Writes the photographs of a set, at most 800 pixels each way, from unpacked Debian packages; see README.md.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';

const named = (pkg, folder, names) => names.map((name) => ({ package: pkg, path: `usr/share/${folder}/${name}.jpg` }));

const SETS = {
  /** Decides which detectors stay. No value is fitted on it. */
  selection: [
    ...named('mate-backgrounds', 'backgrounds/mate/nature', [
      'Aqua',
      'Blinds',
      'Dune',
      'FreshFlower',
      'Garden',
      'GreenMeadow',
      'LadyBird',
      'RainDrops',
      'Storm',
      'TwoWings',
      'Wood',
      'YellowFlower',
    ]),
    ...named('lomiri-wallpapers-20.04', 'backgrounds', ['Infinite-Sea_by_Aury88', 'Kleiber_by_Lukas_Baubkus']),
  ],
  /** Reports. No value is fitted on it, and no bench and no test uses it. */
  reporting: [
    ...named('lomiri-wallpapers-16.04', 'backgrounds', [
      'Bridge_by_Sander_Klootwijk',
      'Dragonfly_by_Bolly',
      'Picture_0B_by_freespace',
      'Picture_1A_by_freespace',
      'Wine_by_Jakkub_Mede',
      'aitzgorri_by_Aitzol_Berasategi',
      'analogpattern_by_Peter_Nerlich',
      'free_by_Peter_Nerlich',
      'friends_by_Aitzol_Berasategi',
      'greentock_by_Peter_Nerlich',
      'life_by_Aitzol_Berasategi',
      'picosdeeuropa_by_Aitzol_Berasategi',
      'seeding_by_Clements_Engelhardt',
      'sunset_by_Aitzol_Berasategi',
      'umang_by_Abhishek_Mudgal',
    ]),
    ...named(
      'plasma-workspace-wallpapers',
      'wallpapers',
      ['Autumn', 'BytheWater', 'ColorfulCups', 'EveningGlow', 'FallenLeaf', 'Kite', 'OneStandsOut', 'Path'].map(
        (name) => `${name}/contents/images/2560x1600`,
      ),
    ),
  ],
};

const MAX_SIDE_PX = 800;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { packages: { type: 'string' }, out: { type: 'string' } },
});
const [set] = positionals;
if (!values.packages || !values.out || !Object.hasOwn(SETS, set ?? ''))
  throw new Error('Usage: node scripts/fit/photographs.mjs selection|reporting --packages DIR --out DIR');
mkdirSync(values.out, { recursive: true });
for (const [index, picture] of SETS[set].entries()) {
  const file = [join(values.packages, picture.package, picture.path), join(values.packages, picture.path)].find(
    existsSync,
  );
  if (!file)
    throw new Error(
      `${picture.path} is missing. Run “apt-get download ${picture.package}” and unpack the file with “dpkg -x”.`,
    );
  await sharp(file)
    .resize(MAX_SIDE_PX, MAX_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toFile(join(values.out, `${set}-${String(index + 1).padStart(2, '0')}.png`));
}
