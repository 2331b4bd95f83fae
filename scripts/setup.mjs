// Installs missing packages and compiles the generator.
import { ensurePackages, ensureProgram } from './ensure.mjs';

ensurePackages();
ensureProgram();
