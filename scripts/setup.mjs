// Installs what is missing and compiles the generator.
import { ensurePackages, ensureProgram } from './ensure.mjs';

ensurePackages();
ensureProgram();
