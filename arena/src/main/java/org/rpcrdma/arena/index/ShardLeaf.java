// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.function.LongUnaryOperator;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.arena.mapper.ShardMappings;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * The data of up to 64 shards, stored in arrays. A shard has memory, a mapping, a bitmap of its free slots, and a
 * {@link StateBits} per slot.
 *
 * <pre>
 *  word of a bitmap                            63      62      61        48 47                    0
 *                                          +---------+------+--------------+-----------------------+
 *  one or more for a shard, 48 slots each  | closed  | aged |   releases   |  1: the slot is free  |
 *                                          +---------+------+--------------+-----------------------+
 * </pre>
 *
 * <p>Any thread can take and release slots without a lock, with one atomic operation on a word. The operation also
 * counts releases, so that a thread that found every word empty can check that all of them were empty at the same time.
 * In addition, it clears the mark of the last ageing pass, so that the next pass finds the shards that were not used
 * since. A closed word accepts released slots, but yields none. Words are read as volatile and changed by
 * compare-and-set. State, address and mapping are written in plain mode before a slot becomes free, and read in plain
 * mode after it is taken; the word orders these accesses.
 *
 * <p>An absent shard has no free slot. Only one thread at a time may add or remove shards; the other methods are
 * thread-safe.
 */
public final class ShardLeaf {
    static final int SLOTS_IN_WORD = 48;

    private static final long FREE = (1L << SLOTS_IN_WORD) - 1;
    private static final long ONE_RELEASE = 1L << SLOTS_IN_WORD;
    private static final long CLOSED = Long.MIN_VALUE;
    private static final long AGED = 1L << 62;
    private static final long RELEASES = ~(CLOSED | AGED | FREE);
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle STATE = MethodHandles.arrayElementVarHandle(int[].class);

    private final ShardGeometry geometry;
    private final int tag;
    final int firstShard;
    final int endShard;
    private final long[] words;
    /**
     * The states of all buffers by {@link ShardGeometry#row}, with a row for every buffer that the leaf can contain.
     */
    final int[] states;

    /** The memory of each shard: a block, or {@link ShardPieces}; null for an absent shard. */
    private final MemoryBlock[] blocks;
    /** The mappings of the shards that are not in pieces. */
    private final ShardMappings mappings;

    ShardLeaf(final ShardGeometry geometry, final int tag, final int firstShard, final ShardMapper mapper) {
        this.geometry = geometry;
        this.tag = tag;
        this.firstShard = firstShard;
        endShard = Math.min(firstShard + (1 << geometry.leafBits), geometry.maxShards);
        final int shards = endShard - firstShard;
        words = new long[shards * geometry.words];
        states = new int[rows()];
        blocks = new MemoryBlock[shards];
        mappings = mapper.newMappings(shards, geometry.shardSize);
    }

    /** Returns the number of rows up to the last buffer that the leaf can contain. */
    private int rows() {
        return geometry.row(geometry.buffer(endShard - firstShard - 1, geometry.slots - 1)) + 1;
    }

    private int entry(final int shard) {
        return shard - firstShard;
    }

    private int firstWord(final int shard) {
        return entry(shard) * geometry.words;
    }

    /**
     * Adds a shard. For a shard in pieces, adds the slots of its first piece. If the shard existed before, its buffers
     * keep their generations. The caller sets the marks.
     *
     * @param block   the shard's memory, or {@link ShardPieces}.
     * @param mapping the shard's mapping, or the same pieces.
     */
    public void add(
            final int shard,
            final MemoryBlock block,
            final ShardMapping mapping,
            final int firstSlot,
            final int arenaId) {
        blocks[entry(shard)] = block;
        if (!(block instanceof ShardPieces)) {
            mappings.set(entry(shard), mapping);
        }
        final int end = slots(shard);
        for (int slot = firstSlot; slot < end; slot++) {
            final int buffer = geometry.buffer(shard, slot);
            final int row = geometry.row(buffer);
            final int before = states[row];
            states[row] = before == 0 ? StateBits.first(arenaId, buffer) : StateBits.heldOnce(before);
        }
        fill(shard, firstSlot);
    }

    /** Frees every slot of an added shard from the given slot onward. */
    public void fill(final int shard, final int firstSlot) {
        for (int word = firstSlot / SLOTS_IN_WORD; word < geometry.words; word++) {
            final int before = Math.max(0, firstSlot - word * SLOTS_IN_WORD);
            WORD.getAndBitwiseOr(words, firstWord(shard) + word, allFree(shard, word) & -1L << before);
        }
    }

    /** Returns the number of usable slots in an added shard, which is lower while a shard in pieces is incomplete. */
    public int slots(final int shard) {
        return block(shard) instanceof ShardPieces pieces ? pieces.slots() : geometry.slots;
    }

    /** Removes a shard whose slots are all taken. None of its buffers has a valid handle at that time. */
    public void remove(final int shard) {
        for (int slot = 0; slot < geometry.slots; slot++) {
            final int row = geometry.row(geometry.buffer(shard, slot));
            states[row] = states[row] == 0 ? 0 : StateBits.removed(states[row]);
        }
        mappings.set(entry(shard), null);
        blocks[entry(shard)] = null;
    }

    /** Returns a shard's mapping; null for an absent shard. May allocate. */
    public ShardMapping mapping(final int shard) {
        final MemoryBlock block = block(shard);
        if (block instanceof ShardPieces pieces) {
            return pieces;
        }
        return block == null ? null : mappings.get(entry(shard));
    }

    /** Returns a shard's memory; null for an absent shard. */
    public MemoryBlock block(final int shard) {
        return blocks[entry(shard)];
    }

    public long address(final int buffer) {
        final MemoryBlock block = blocks[geometry.entry(buffer)];
        return block instanceof ShardPieces pieces
                ? pieces.address(geometry.slot(buffer))
                : block.address() + geometry.offset(buffer);
    }

    /** Returns a view of a buffer's bytes. */
    public ByteBuffer bytes(final int buffer) {
        final MemoryBlock block = blocks[geometry.entry(buffer)];
        return block instanceof ShardPieces pieces
                ? pieces.buffer(geometry.slot(buffer))
                : block.buffer().slice(geometry.offset(buffer), geometry.bufferSize);
    }

    public long iova(final int buffer) {
        final int entry = geometry.entry(buffer);
        final int offset = geometry.offset(buffer);
        return blocks[entry] instanceof ShardPieces pieces ? pieces.iova(offset) : mappings.iova(entry, offset);
    }

    public int lkey(final int buffer) {
        final int entry = geometry.entry(buffer);
        final int offset = geometry.offset(buffer);
        return blocks[entry] instanceof ShardPieces pieces ? pieces.lkey(offset) : mappings.lkey(entry, offset);
    }

    public void syncForCpu(final int buffer, final int length) {
        final int entry = geometry.entry(buffer);
        final int offset = geometry.offset(buffer);
        if (blocks[entry] instanceof ShardPieces pieces) {
            pieces.syncForCpu(offset, length);
        } else {
            mappings.syncForCpu(entry, offset, length);
        }
    }

    /** Returns the bits of the slots in a word that can be taken; 0 if the word is closed. */
    private static long takable(final long word) {
        return word < 0 ? 0 : word & FREE;
    }

    private long word(final int index) {
        return (long) WORD.getVolatile(words, index);
    }

    /** Takes a shard's lowest free slot. Returns its handle or {@link HandleBits#NONE}. */
    long take(final int shard) {
        for (int i = 0; i < geometry.words; i++) {
            final long taken = takeOfWord(firstWord(shard) + i, 1);
            if (taken != 0) {
                return handle(shard, i, taken);
            }
        }
        return HandleBits.NONE;
    }

    /**
     * Takes free slots from a shard, the lowest first, with one atomic operation per word. Returns the number taken.
     */
    int take(final int shard, final long[] handles, final int offset, final int count) {
        int taken = 0;
        for (int i = 0; i < geometry.words && taken < count; i++) {
            for (long bits = takeOfWord(firstWord(shard) + i, count - taken); bits != 0; bits &= bits - 1) {
                handles[offset + taken++] = handle(shard, i, bits);
            }
        }
        return taken;
    }

    /** Takes the lowest free slots of a word. Returns their bits. */
    private long takeOfWord(final int index, final int count) {
        long word;
        long wanted;
        do {
            word = word(index);
            wanted = lowest(takable(word), count);
        } while (wanted != 0 && !WORD.compareAndSet(words, index, word, word & ~(wanted | AGED)));
        return wanted;
    }

    /** Returns the handle for the lowest of the slots that the calling thread has taken from a word. */
    private long handle(final int shard, final int word, final long slots) {
        final int slot = word * SLOTS_IN_WORD + Long.numberOfTrailingZeros(slots);
        final int buffer = geometry.buffer(shard, slot);
        return HandleBits.of(states[geometry.row(buffer)], tag, buffer);
    }

    private static long lowest(final long bits, final int count) {
        long above = bits;
        for (int left = count; left > 0 && above != 0; left--) {
            above &= above - 1;
        }
        return bits & ~above;
    }

    /** Frees a slot. Returns false if it is already free. The caller sets the marks. */
    public boolean put(final int buffer, final boolean isUse) {
        return put(wordOf(buffer), bitOf(buffer), isUse ? AGED : 0);
    }

    private int wordOf(final int buffer) {
        return geometry.entry(buffer) * geometry.words + geometry.slot(buffer) / SLOTS_IN_WORD;
    }

    private long bitOf(final int buffer) {
        return 1L << geometry.slot(buffer) % SLOTS_IN_WORD;
    }

    private boolean put(final int index, final long bits, final long cleared) {
        long word;
        do {
            word = word(index);
            if ((word & bits) != 0) {
                return false;
            }
        } while (!WORD.compareAndSet(
                words, index, word, word & ~(RELEASES | cleared) | bits | word + ONE_RELEASE & RELEASES));
        return true;
    }

    /** Stops or resumes handing out slots. */
    void setClosed(final boolean closed) {
        for (int i = 0; i < words.length; i++) {
            if (closed) {
                WORD.getAndBitwiseOr(words, i, CLOSED);
            } else {
                WORD.getAndBitwiseAnd(words, i, ~CLOSED);
            }
        }
    }

    long countFree() {
        return sum(0, words.length, word -> Long.bitCount(word & FREE));
    }

    /** Returns the number of releases. Use this number only to compare it with an earlier value. */
    long releases() {
        return sum(0, words.length, word -> (word & RELEASES) >>> SLOTS_IN_WORD);
    }

    boolean hasFree(final int shard) {
        return sum(firstWord(shard), firstWord(shard) + geometry.words, ShardLeaf::takable) != 0;
    }

    /** Returns true if every slot of a shard is free. */
    public boolean isIdle(final int shard) {
        return slots(shard)
                == sum(firstWord(shard), firstWord(shard) + geometry.words, word -> Long.bitCount(word & FREE));
    }

    private long sum(final int first, final int end, final LongUnaryOperator figure) {
        long sum = 0;
        for (int i = first; i < end; i++) {
            sum += figure.applyAsLong(word(i));
        }
        return sum;
    }

    /** Returns true if no slot of a shard was taken or released since the previous call. */
    public boolean age(final int shard) {
        boolean isUntouched = true;
        for (int i = firstWord(shard); i < firstWord(shard) + geometry.words; i++) {
            if ((word(i) & AGED) == 0) {
                WORD.getAndBitwiseOr(words, i, AGED);
                isUntouched = false;
            }
        }
        return isUntouched;
    }

    public boolean isFree(final int buffer) {
        return (word(wordOf(buffer)) & bitOf(buffer)) != 0;
    }

    /** Takes every slot of an idle shard. If a slot is in use, takes nothing and returns false. */
    public boolean takeAll(final int shard) {
        for (int i = 0; i < geometry.words; i++) {
            final int index = firstWord(shard) + i;
            final long word = word(index);
            if ((word & FREE) != allFree(shard, i) || !WORD.compareAndSet(words, index, word, word & ~FREE)) {
                for (int back = 0; back < i; back++) {
                    put(firstWord(shard) + back, allFree(shard, back), AGED);
                }
                return false;
            }
        }
        return true;
    }

    private long allFree(final int shard, final int word) {
        final int slots = Math.min(SLOTS_IN_WORD, slots(shard) - word * SLOTS_IN_WORD);
        return slots <= 0 ? 0 : FREE >>> SLOTS_IN_WORD - slots;
    }

    /** Returns the current handle of a buffer. */
    public long handle(final int buffer) {
        return HandleBits.of(state(buffer), tag, buffer);
    }

    /** Returns the state of a buffer; 0 if the buffer never existed. */
    public int state(final int buffer) {
        final int row = geometry.row(buffer);
        return row < states.length ? (int) STATE.getAcquire(states, row) : 0;
    }

    public boolean compareAndSetState(final int buffer, final int expected, final int state) {
        return STATE.compareAndSet(states, geometry.row(buffer), expected, state);
    }

    /** Sets the state of a buffer that only the calling thread uses. */
    void setState(final int buffer, final int state) {
        STATE.setRelease(states, geometry.row(buffer), state);
    }
}
