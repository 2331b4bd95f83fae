import { loadWorker } from '../workers/load.ts';

loadWorker(() => import('./program.ts'));
