// Files and pictures that a person gives as inputs. They stay in memory: links and the browser's storage have their names only.

/** The largest width and height of a picture. The executor runs on the CPU, and a larger picture is slow before it is useful. */
const MOST_TEXELS = 1024;

/** Returns the bytes of a file. */
export async function bytesOf(file) {
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}

/** Returns the texels of a picture in RGBA, made smaller if it is large. */
export async function pictureOf(file) {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, MOST_TEXELS / Math.max(image.width, image.height));
  const [width, height] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale)));
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0, width, height);
  return { name: file.name, width, height, colours: context.getImageData(0, 0, width, height).data };
}
