import { networkOps } from '../adapters/ops.ts';
import { gpuOps } from '../gpu/ops.ts';
import { ops } from '../ops/registry.ts';
import { serveTasks, type WorkerScope } from './serve.ts';

serveTasks(globalThis as unknown as WorkerScope, { ...ops, ...gpuOps({ software: false }), ...networkOps });
