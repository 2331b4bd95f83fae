/**
 * Degradations of the samples. Each runs in the page on a canvas and is self-contained; random numbers come from a fixed
 * seed, so that the result is deterministic.
 */

/** An old print: faded, yellowed, scratched, folded and torn. */
export function wornPrint(canvas) {
  let seed = 20_240_607;
  const random = () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return seed / 4_294_967_296;
  };
  const { width, height } = canvas;
  const context = canvas.getContext('2d');
  const image = context.getImageData(0, 0, width, height);
  for (let i = 0; i < image.data.length; i += 4) {
    const [x, y] = [(i / 4) % width, Math.floor(i / 4 / width)];
    const light = 0.3 * image.data[i] + 0.59 * image.data[i + 1] + 0.11 * image.data[i + 2];
    const edge = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2) * 46;
    const faded = 74 + light * 0.56 + edge + (random() - 0.5) * 9;
    image.data.set([faded * 1.06, faded * 0.985, faded * 0.8], i);
  }
  context.putImageData(image, 0, 0);
  context.lineCap = 'round';
  const scratch = (from, to, size) => {
    context.lineWidth = size;
    context.beginPath();
    context.moveTo(...from);
    const bend = () => (random() - 0.5) * width * 0.05;
    context.quadraticCurveTo((from[0] + to[0]) / 2 + bend(), (from[1] + to[1]) / 2 + bend(), ...to);
    context.stroke();
  };
  context.strokeStyle = '#f7eedb';
  const randomPoint = () => [random() * width, random() * height];
  for (let n = 0; n < 5; n++) {
    const x = random() * width;
    scratch([x, -5], [x + (random() - 0.5) * 70, height + 5], 1.2 + random() * 1.4);
  }
  for (let n = 0; n < 12; n++) {
    const [x, y] = randomPoint();
    scratch([x, y], [x + (random() - 0.5) * 130, y + (random() - 0.5) * 130], 0.9 + random());
  }
  scratch([-5, height * 0.36], [width + 5, height * 0.39], 3.4);
  context.fillStyle = '#f7eedb';
  const dot = (radius) => {
    context.beginPath();
    context.ellipse(...randomPoint(), radius, radius * (0.6 + random() * 0.5), random() * 3, 0, 7);
    context.fill();
  };
  for (let n = 0; n < 55; n++) dot(0.8 + random() * 1.8);
  for (let n = 0; n < 4; n++) dot(4 + random() * 5);
  context.fillStyle = '#efe4cd';
  context.beginPath();
  context.moveTo(width + 5, -5);
  for (const [x, y] of [
    [0.9, -0.02],
    [0.915, 0.03],
    [0.93, 0.035],
    [0.945, 0.085],
    [0.968, 0.1],
    [0.975, 0.15],
    [1.02, 0.175],
  ])
    context.lineTo(x * width, y * height);
  context.fill();
}

/** Camera shake: a straight path of `length` pixels at `degrees`. */
export function motionBlur(canvas) {
  const [length, degrees] = [15, 24];
  const { width, height } = canvas;
  const context = canvas.getContext('2d');
  const image = context.getImageData(0, 0, width, height);
  const sharp = Uint8ClampedArray.from(image.data);
  const angle = (degrees * Math.PI) / 180;
  const steps = 2 * length;
  const at = (x, y, channel) =>
    sharp[(Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))) * 4 + channel];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sum = [0, 0, 0];
      for (let n = 0; n <= steps; n++) {
        const along = (n / steps - 0.5) * length;
        const [px, py] = [x + along * Math.cos(angle), y + along * Math.sin(angle)];
        const [x0, y0] = [Math.floor(px), Math.floor(py)];
        const [fx, fy] = [px - x0, py - y0];
        for (let c = 0; c < 3; c++) {
          const top = at(x0, y0, c) * (1 - fx) + at(x0 + 1, y0, c) * fx;
          const low = at(x0, y0 + 1, c) * (1 - fx) + at(x0 + 1, y0 + 1, c) * fx;
          sum[c] += top * (1 - fy) + low * fy;
        }
      }
      image.data.set(
        sum.map((one) => one / (steps + 1)),
        (y * width + x) * 4,
      );
    }
  }
  context.putImageData(image, 0, 0);
}

/** A stock agency's text in the left corner, the half that pages show as "before". */
export function watermark(canvas) {
  const { width, height } = canvas;
  const context = canvas.getContext('2d');
  context.fillStyle = 'rgb(255 255 255 / .5)';
  context.font = `700 ${Math.round(width * 0.083)}px Arial, Helvetica, sans-serif`;
  context.fillText('PREVIEW', width * 0.033, height * 0.9);
}

/** Slightly out of focus. */
export function slightBlur(canvas) {
  const context = canvas.getContext('2d');
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  copy.getContext('2d').drawImage(canvas, 0, 0);
  context.filter = 'blur(1.1px)';
  context.drawImage(copy, 0, 0);
  context.filter = 'none';
}

/** A background of paper under a lamp, neither white nor even. */
export function paperUnderLamp(canvas) {
  const { width, height } = canvas;
  const context = canvas.getContext('2d');
  context.globalCompositeOperation = 'destination-over';
  const background = context.createLinearGradient(0, 0, width, height);
  background.addColorStop(0, '#fbf8f2');
  background.addColorStop(1, '#ece6da');
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  context.globalCompositeOperation = 'source-over';
}

/** Clearly out of focus. */
export function strongBlur(canvas) {
  const context = canvas.getContext('2d');
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  copy.getContext('2d').drawImage(canvas, 0, 0);
  context.filter = 'blur(2.2px)';
  context.drawImage(copy, 0, 0);
  context.filter = 'none';
}
