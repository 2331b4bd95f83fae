#!/usr/bin/env node
// Writes the libraries and photographs of the notices page to site/public/notices.json.
// Run: npm run notices, after adding or updating a library that ships to visitors.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ensure.mjs';
import { SOURCES } from './samples/sources.mjs';

/** Folders of third-party packages that browsers load. */
const LIBRARIES = [
  'react',
  'react-dom',
  'ky',
  'isbot',
  'pagefind',
  'onnxruntime-web',
  '@jsquash/jpeg',
  '@jsquash/jxl',
  'geotiff',
  'geotiff/node_modules/pako',
  '@petamoriken/float16',
  'lerc',
  'xml-utils',
  'zstddec',
  'mediabunny',
  'imagetracerjs',
  'client-zip',
  'idb-keyval',
  '@iconify-json/lucide',
];

/** Copyright holders of packages without a licence file. */
const HOLDERS = {
  'onnxruntime-web': 'Microsoft Corporation',
  '@iconify-json/lucide': 'Lucide Contributors',
  lerc: 'Esri',
};

/** Notices of programs that packages contain in compiled form: files of the package, or licences with their holders. */
const CONTAINED = {
  '@jsquash/jpeg': [{ name: 'MozJPEG and libjpeg-turbo', file: 'codec/LICENSE.codec.md' }],
  '@jsquash/jxl': [
    { name: 'libjxl', licence: 'BSD-3-Clause', holder: 'the JPEG XL Project Authors. All rights reserved.' },
    { name: 'Highway', licence: 'BSD-3-Clause', holder: 'The Highway Project Authors. All rights reserved.' },
    { name: 'skcms', licence: 'BSD-3-Clause', holder: '2018 Google Inc. All rights reserved.' },
    { name: 'Brotli', licence: 'MIT', holder: '2009, 2010, 2013-2016 by the Brotli Authors.' },
  ],
};

/** `{ libraries: [{ name, version, licence, homepage, text }], photographs: [credit] }`. */
export function notices() {
  const libraries = LIBRARIES.map((path) => {
    const folder = join(root, 'node_modules', path);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const { name, version, license: licence, homepage = '' } = manifest;
    // Some packages have a folder of licences.
    const file = readdirSync(folder, { recursive: true })
      .filter((one) => /^(?:license\/)?licen[cs]e(?:\.\w+)?$/i.test(one) && statSync(join(folder, one)).isFile())
      .sort()[0];
    const licenceText =
      file === undefined ? textOfLicence(licence, HOLDERS[name]) : readFileSync(join(folder, file), 'utf8');
    const contained = (CONTAINED[name] ?? []).map((part) => {
      const text = part.file ? readFileSync(join(folder, part.file), 'utf8') : textOfLicence(part.licence, part.holder);
      return `${part.name}\n\n${text.trim()}`;
    });
    return { name, version, licence, homepage, text: [licenceText.trim(), ...contained].join('\n\n\n') };
  });
  return { libraries, photographs: Object.values(SOURCES).map(({ credit }) => credit) };
}

/** Text of a licence that a package names but does not include. */
function textOfLicence(licence, holder) {
  const words = readFileSync(join(root, `scripts/models/licences/${licence}.txt`), 'utf8');
  return `Copyright (c) ${holder}\n\n${words}`;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(root, 'site/public/notices.json'), `${JSON.stringify(notices(), null, 1)}\n`);
}
