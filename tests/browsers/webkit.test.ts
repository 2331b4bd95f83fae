import { describeBrowser } from './tools.ts';

describeBrowser('WebKit');
