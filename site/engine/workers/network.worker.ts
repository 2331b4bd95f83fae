import { loadWorker } from './load.ts';

loadWorker(() => import('./network.ts'));
