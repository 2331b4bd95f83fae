import { type NetworkScope, serveNetworks } from '../models/remote-runtime.ts';
import { loadRuntime } from '../models/runtime.ts';

serveNetworks(globalThis as unknown as NetworkScope, loadRuntime);
