/** Size, number of frames and frame rate of the film; the rate is low enough for slow machines. */
const FILM = { width: 720, height: 480, frames: 60, rate: 10 };
/** Time of the frame that is shown, in seconds. */
const SHOWN = '3';

/**
 * Records a moving picture with a translucent watermark, removes the watermark with the tool, and returns a frame before and after.
 * @param {import('playwright').Page} page page of the tool
 * @param {{ readonly picture: Buffer, readonly patience: number }} work
 */
export async function cleanFilm(page, { picture, patience }) {
  const drawing = await page.context().newPage();
  try {
    const film = await drawing.evaluate(drawn, { ...FILM, picture: picture.toString('base64') });
    await page
      .getByLabel('Choose video', { exact: true })
      .setInputFiles({ name: 'film.webm', mimeType: 'video/webm', buffer: Buffer.from(film, 'base64') });
    const button = (name) => page.getByRole('button', { name, exact: true });
    await button('Find marks that stay still').click();
    await page.getByRole('button', { name: /^Mark 1:/ }).waitFor();
    await button('Generate').click();
    const link = page.getByRole('link', { name: 'Download', exact: true });
    await link.waitFor({ timeout: patience });
    await page.getByRole('slider', { name: 'Position in the video' }).fill(SHOWN);
    // The frames are rendered after the seek.
    await page.waitForTimeout(3000);
    const still = async (side) => {
      const url = await page.locator(`canvas[aria-label="${side}"]`).evaluate((canvas) => canvas.toDataURL());
      return Buffer.from(url.split(',')[1], 'base64');
    };
    return { before: await still('Before'), after: await still('After') };
  } finally {
    await drawing.close();
  }
}

/** Runs in the page: records the film as WebM. */
async function drawn({ picture, width, height, frames, rate }) {
  const image = new Image();
  image.src = `data:image/webp;base64,${picture}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  const stream = canvas.captureStream(0);
  const recorder = new MediaRecorder(stream, { mimeType: 'video/webm;codecs=vp9', videoBitsPerSecond: 20_000_000 });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const ended = new Promise((resolve) => {
    recorder.onstop = resolve;
  });
  recorder.start();
  for (let i = 0; i < frames; i++) {
    const share = i / (frames - 1);
    const [across, down] = [(image.naturalWidth - width) * share, (image.naturalHeight - height) * share];
    context.drawImage(image, across, down, width, height, 0, 0, width, height);
    context.fillStyle = 'rgb(255 255 255 / .5)';
    context.font = `700 ${Math.round(width * 0.085)}px Arial, Helvetica, sans-serif`;
    context.textAlign = 'center';
    context.fillText('PREVIEW', width * 0.27, height * 0.72);
    stream.getVideoTracks()[0].requestFrame();
    await new Promise((resolve) => setTimeout(resolve, 1000 / rate));
  }
  recorder.stop();
  await ended;
  let text = '';
  for (const byte of new Uint8Array(await new Blob(parts).arrayBuffer())) text += String.fromCharCode(byte);
  return btoa(text);
}
