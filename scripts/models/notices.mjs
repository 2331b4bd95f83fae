/**
 * @import { Manifest } from './manifest.mjs'
 */

/**
 * Content of the notices page: the licences of the served models, each with its text and its works.
 * @param {Pick<Manifest, 'models'>} manifest
 * @param {Readonly<Record<string, string>>} texts licence -> its text
 */
export function notices({ models }, texts) {
  const licences = [...new Set(models.map((model) => model.licence))].sort();
  return licences.map((licence) => ({
    licence,
    text: texts[licence] ?? '',
    works: models
      .filter((model) => model.licence === licence)
      .map(({ id, title, homepage, notice, changes }) => ({ id, title, homepage, notice, changes })),
  }));
}
