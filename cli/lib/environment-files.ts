/** Returns the names of the `.env` files below the root that Vite reads in a mode, in ascending precedence. */
export const environmentFiles = (mode: string): readonly string[] => [
  '.env',
  '.env.local',
  `.env.${mode}`,
  `.env.${mode}.local`,
];

/** Returns whether a path, relative to the root, is an `.env` file of the development server. */
export const isEnvironmentFile = (path: string): boolean => environmentFiles('development').includes(path);
