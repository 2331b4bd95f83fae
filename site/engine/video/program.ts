import { serveVideo } from './serve.ts';

serveVideo(globalThis as unknown as Parameters<typeof serveVideo>[0]);
