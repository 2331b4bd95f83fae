/** Names of the `.env` files that Vite reads in a mode, below the root. */
export const environmentFiles = (mode: string): readonly string[] => [
  '.env',
  '.env.local',
  `.env.${mode}`,
  `.env.${mode}.local`,
];

/** True for the path of a file from which the development server reads variables. */
export const isEnvironmentFile = (path: string): boolean => environmentFiles('development').includes(path);
