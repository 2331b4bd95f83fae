import { loadWorker } from '../../engine/workers/load.ts';

loadWorker(() => import('./program.ts'));
