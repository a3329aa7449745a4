import { COMPLIMENTARY_CATEGORIES, type ComplimentaryCategory, type SeatsGoTo } from '@concert/contracts/booking/complimentary';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import type { MongoStock } from '../seats/mongo-stock.ts';
import { allotmentsCollection, type AllotmentDocument } from './allotment.schema.ts';
import type { Allotment } from './entry.ts';

function toAllotment({ _id, capacity, issued }: AllotmentDocument): Allotment {
  return { group: _id, capacity, issued };
}

/** Stores how many tickets each group may give away, apart from the seats that are sold. */
export class MongoAllotments {
  constructor(
    private readonly connection: Connection,
    private readonly stock: Pick<MongoStock, 'grow'>,
  ) {}

  async all(transaction?: ClientSession): Promise<Allotment[]> {
    const found = await allotmentsCollection.read(this.connection, {}, { session: transaction });
    return COMPLIMENTARY_CATEGORIES.map((group) => {
      const document = found.find(({ _id }) => _id === group);
      if (!document) throw new Error(`there is no allotment of ${group}: run the migrations`);
      return toAllotment(document);
    });
  }

  async of(group: ComplimentaryCategory, transaction?: ClientSession): Promise<Allotment> {
    const found = await allotmentsCollection.readOne(this.connection, { _id: group }, { session: transaction });
    if (!found) throw new Error(`there is no allotment of ${group}: run the migrations`);
    return toAllotment(found);
  }

  /** Keeps others from giving tickets of the group until the transaction ends. @throws the driver's write conflict while another has it */
  async claim(group: ComplimentaryCategory, transaction: ClientSession): Promise<void> {
    await this.allotments.updateOne({ _id: group }, { $inc: { version: 1 } }, { session: transaction });
  }

  /** Takes tickets in one conditional write. @returns undefined when too few are left; nothing is taken then */
  async take(group: ComplimentaryCategory, tickets: number, transaction: ClientSession): Promise<Allotment | undefined> {
    const taken = await this.allotments
      .findOneAndUpdate(
        { _id: group, $expr: { $lte: [{ $add: ['$issued', tickets] }, '$capacity'] } },
        { $inc: { issued: tickets } },
        { returnDocument: 'after', session: transaction },
      )
      .lean<AllotmentDocument>();
    return taken ? toAllotment(taken) : undefined;
  }

  /** Gives tickets back; those that go to a sale become seats of its category. @throws RangeError when fewer were given away: the same tickets would go back twice */
  async giveBack(group: ComplimentaryCategory, tickets: number, goesTo: SeatsGoTo, transaction: ClientSession): Promise<void> {
    const isSold = goesTo !== 'group';
    if (isSold) await this.stock.grow(goesTo, tickets, transaction);
    const { matchedCount } = await this.allotments.updateOne(
      { _id: group, issued: { $gte: tickets } },
      { $inc: { issued: -tickets, capacity: isSold ? -tickets : 0 } },
      { session: transaction },
    );
    if (matchedCount !== 1) throw new RangeError('more tickets come back than were given away');
  }

  /** Sets what a group may give away. @returns false when more is already given away; nothing changes then */
  async resize(group: ComplimentaryCategory, capacity: number, transaction: ClientSession): Promise<boolean> {
    const fits = { _id: group, issued: { $lte: capacity } };
    return (await this.allotments.updateOne(fits, { $set: { capacity } }, { session: transaction })).matchedCount === 1;
  }

  private get allotments() {
    return allotmentsCollection.on(this.connection);
  }
}
