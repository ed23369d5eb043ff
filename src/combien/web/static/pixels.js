// A photograph or a drawing as cells of a nonogram: each is the mean brightness of its part of the image.
const FINE = 8;

// Lines of `#` for dark cells and `.` for bright ones, `wide` cells wide if that leaves at most `most` lines.
export async function cellsOf(file, wide, most) {
  const image = await createImageBitmap(file);
  const scale = Math.min(wide / image.width, most / image.height);
  const [across, down] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [FINE * across, FINE * down];
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  // What is transparent is paper.
  drawing.fillStyle = "#fff";
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.imageSmoothingQuality = "high";
  drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
  const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height);
  const bright = Array(across * down).fill(0);
  for (let y = 0; y < canvas.height; y++)
    for (let x = 0; x < canvas.width; x++) {
      const at = 4 * (y * canvas.width + x);
      bright[Math.floor(y / FINE) * across + Math.floor(x / FINE)] += (.2126 * data[at] + .7152 * data[at + 1] + .0722 * data[at + 2]) / FINE ** 2;
    }
  const limit = threshold(bright);
  return Array.from({ length: down }, (_, y) => bright.slice(y * across, (y + 1) * across).map((one) => (one < limit ? "#" : ".")).join(""));
}

// The brightness between the two groups whose means differ most, weighed by their sizes (Otsu, 1979).
export function threshold(values) {
  const sorted = [...values].sort((a, b) => a - b), sum = sorted.reduce((a, b) => a + b, 0);
  let best = -1, limit = 128, below = 0;
  for (let n = 1; n < sorted.length; n++) {
    below += sorted[n - 1];
    const between = n * (sorted.length - n) * (below / n - (sum - below) / (sorted.length - n)) ** 2;
    if (between > best && sorted[n] > sorted[n - 1]) [best, limit] = [between, (sorted[n - 1] + sorted[n]) / 2];
  }
  return limit;
}
