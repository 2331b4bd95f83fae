import { loadWorker } from './load.ts';

loadWorker(() => import('./show.ts'));
