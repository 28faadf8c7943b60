// Rows of the list of documents.

/** So many rows are looked at: more of them may be on the screen, or not, as high as they are. */
const FEW = 5;

/** The first rows of the list. */
export function rowsOf({ page }) {
  const rows = page.locator('[role=row]:has(.fila-titulo)');
  return rows.evaluateAll((all, few) => all.slice(0, few).map((row) => ({ id: row.dataset.key, title: row.querySelector('.fila-titulo').textContent })), FEW);
}

export const rowOf = ({ page }, id) => page.locator(`[role=row][data-key="${id}"]`);

/** How many documents the page says that there are. */
export async function totalOf({ page }) {
  return Number(/^[\d.]+/.exec(await page.getByText(/documentos? en su carpeta$/).textContent())[0].replaceAll('.', ''));
}

export function hasInAll({ page }, total) {
  return page.getByText(`${total.toLocaleString('es-CO')} documentos en su carpeta`, { exact: true }).waitFor();
}
