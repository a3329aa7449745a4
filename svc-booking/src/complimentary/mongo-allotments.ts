import { COMPLIMENTARY_CATEGORIES, type ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { allotmentsCollection, type AllotmentDocument } from './allotment.schema.ts';
import type { Allotment } from './entry.ts';

function toAllotment({ _id, capacity, issued }: AllotmentDocument): Allotment {
  return { group: _id, capacity, issued };
}

/** Stores how many tickets each group may give away, apart from the seats that are sold. */
export class MongoAllotments {
  constructor(private readonly connection: Connection) {}

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

  /** Gives tickets back. @throws RangeError when fewer were given away: the same tickets would go back twice */
  async giveBack(group: ComplimentaryCategory, tickets: number, transaction: ClientSession): Promise<Allotment> {
    const given = await this.allotments
      .findOneAndUpdate(
        { _id: group, issued: { $gte: tickets } },
        { $inc: { issued: -tickets } },
        { returnDocument: 'after', session: transaction },
      )
      .lean<AllotmentDocument>();
    if (!given) throw new RangeError('more tickets come back than were given away');
    return toAllotment(given);
  }

  /** Sets what a group may give away. @returns undefined when more is already given away; nothing changes then */
  async resize(group: ComplimentaryCategory, capacity: number, transaction: ClientSession): Promise<Allotment | undefined> {
    const resized = await this.allotments
      .findOneAndUpdate(
        { _id: group, issued: { $lte: capacity } },
        { $set: { capacity } },
        { returnDocument: 'after', session: transaction },
      )
      .lean<AllotmentDocument>();
    return resized ? toAllotment(resized) : undefined;
  }

  private get allotments() {
    return allotmentsCollection.on(this.connection);
  }
}
