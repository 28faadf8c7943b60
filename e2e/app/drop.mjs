/** Drops files or folders of this machine where files are dropped, as a mouse does. */
export async function drops(page, context, paths) {
  const { x, y, width, height } = await page.locator('.soltar').boundingBox();
  const session = await context.newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop']) await session.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data });
  await session.detach();
}
