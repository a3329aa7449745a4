import { invalid, missing } from './errors.ts';
import { refuseUnknown, type FormValue } from './form-fields.ts';
import { newId, type LineItem } from './objects.ts';
import { integer, isFields, text } from './parameters.ts';

const LINE_ITEM_PARAMETERS = new Set(['price_data', 'quantity', 'metadata']);
const PRICE_PARAMETERS = new Set(['currency', 'unit_amount', 'product_data', 'tax_behavior']);
const PRODUCT_PARAMETERS = new Set(['name', 'description', 'images', 'metadata', 'tax_code']);
/** Most items of a page that takes one payment. */
const MAX_LINE_ITEMS = 100;
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** What a page sells. @throws StripeFault naming the parameter that is wrong */
export function parseLineItems(value: FormValue | undefined): LineItem[] {
  if (value === undefined) throw missing('line_items');
  if (!Array.isArray(value) || value.length === 0) throw invalid('Invalid array', 'line_items');
  if (value.length > MAX_LINE_ITEMS) throw invalid(`Array line_items exceeded maximum ${MAX_LINE_ITEMS} allowed elements.`, 'line_items');
  const items = value.map((item, index): LineItem => {
    const at = `line_items[${index}]`;
    if (!isFields(item)) throw invalid('Invalid object', at);
    refuseUnknown(item, LINE_ITEM_PARAMETERS, at);
    const price = item['price_data'];
    if (!isFields(price)) throw missing(`${at}[price_data]`);
    refuseUnknown(price, PRICE_PARAMETERS, `${at}[price_data]`);
    const product = price['product_data'];
    if (!isFields(product)) throw missing(`${at}[price_data][product_data]`);
    refuseUnknown(product, PRODUCT_PARAMETERS, `${at}[price_data][product_data]`);
    const name = text(product['name'], `${at}[price_data][product_data][name]`, 1_000);
    if (!name) throw missing(`${at}[price_data][product_data][name]`);
    const currency = text(price['currency'], `${at}[price_data][currency]`, 3);
    if (!currency) throw missing(`${at}[price_data][currency]`);
    if (!CURRENCIES.has(currency.toUpperCase())) throw invalid(`Invalid currency: ${currency}.`, `${at}[price_data][currency]`);
    if (price['unit_amount'] === undefined) throw missing(`${at}[price_data][unit_amount]`);
    const unitAmount = integer(price['unit_amount'], `${at}[price_data][unit_amount]`);
    if (unitAmount < 0) throw invalid('Invalid non-negative integer', `${at}[price_data][unit_amount]`, 'parameter_invalid_integer');
    if (item['quantity'] === undefined)
      throw invalid('Quantity is required. Add `quantity` to `line_items[0]`', `${at}[quantity]`, 'parameter_missing');
    const quantity = integer(item['quantity'], `${at}[quantity]`);
    if (quantity < 1) throw invalid('Invalid positive integer', `${at}[quantity]`, 'parameter_invalid_integer');
    const total = unitAmount * quantity;
    return {
      id: newId('li_1'),
      object: 'item',
      amount_discount: 0,
      amount_subtotal: total,
      amount_tax: 0,
      amount_total: total,
      currency: currency.toLowerCase(),
      description: name,
      price: {
        id: newId('price_1'),
        object: 'price',
        currency: currency.toLowerCase(),
        unit_amount: unitAmount,
        unit_amount_decimal: String(unitAmount),
        product: newId('prod_', 14),
        type: 'one_time',
      },
      quantity,
    };
  });
  if (new Set(items.map(({ currency }) => currency)).size > 1)
    throw invalid('All prices on a Checkout Session must have the same currency.', 'line_items');
  return items;
}
