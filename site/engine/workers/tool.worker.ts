import { loadWorker } from './load.ts';

loadWorker(() => import('./tool.ts'));
