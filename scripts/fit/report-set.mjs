// node scripts/fit/report-set.mjs --packages DIR --out DIR
//
// Writes the pictures of the reporting set, at most 800 pixels each way, from unpacked Debian packages; see README.md.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';

/** Photographs of Debian packages on which no value was chosen, and which no bench and no test uses. */
const REPORT_SET = [
  ...[
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
  ].map((name) => ({ package: 'lomiri-wallpapers-16.04', path: `usr/share/backgrounds/${name}.jpg` })),
  ...['Autumn', 'BytheWater', 'ColorfulCups', 'EveningGlow', 'FallenLeaf', 'Kite', 'OneStandsOut', 'Path'].map(
    (name) => ({
      package: 'plasma-workspace-wallpapers',
      path: `usr/share/wallpapers/${name}/contents/images/2560x1600.jpg`,
    }),
  ),
];

const MAX_SIDE_PX = 800;

const { values } = parseArgs({ options: { packages: { type: 'string' }, out: { type: 'string' } } });
if (!values.packages || !values.out) throw new Error('Usage: node scripts/fit/report-set.mjs --packages DIR --out DIR');
mkdirSync(values.out, { recursive: true });
for (const [index, picture] of REPORT_SET.entries()) {
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
    .toFile(join(values.out, `report-${String(index + 1).padStart(2, '0')}.png`));
}
