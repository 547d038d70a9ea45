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
 * Up to 64 shards, kept in columns. A shard has memory, a mapping, a bitmap of its free slots, and a {@link StateBits}
 * for each slot.
 *
 * <pre>
 *  word of a bitmap                            63      62      61        48 47                    0
 *                                          +---------+------+--------------+-----------------------+
 *  one or more for a shard, 48 slots each  | closed  | aged |   releases   |  1: the slot is free  |
 *                                          +---------+------+--------------+-----------------------+
 * </pre>
 *
 * <p>Slots are taken and given back from any thread without a lock, by one atomic operation on a word. It counts the
 * releases, so that a thread that found every word empty can tell whether it was so at one moment. It clears the mark
 * of an ageing pass, so that the next pass sees which shards were not used since. A closed word takes slots back and
 * gives none out. Words are read volatile and changed by compare-and-set: a state, an address and a mapping are written
 * plainly before the slot is free, and read plainly after it was taken, and the word orders the two.
 *
 * <p>A shard that is not there has no free slot. Adding and removing is done by one thread at a time.
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
    /** The states of all buffers, by their {@link ShardGeometry#row}: of a whole leaf, so that every row is there. */
    final int[] states;

    /** The memory of shards: a block, or {@link ShardPieces}; null for a shard that is not there. */
    private final MemoryBlock[] blocks;
    /** The mappings of shards in one piece. */
    private final ShardMappings mappings;

    ShardLeaf(final ShardGeometry geometry, final int tag, final int firstShard, final ShardMapper mapper) {
        this.geometry = geometry;
        this.tag = tag;
        this.firstShard = firstShard;
        endShard = Math.min(firstShard + (1 << geometry.leafBits), geometry.maxShards);
        final int shards = endShard - firstShard;
        words = new long[shards * geometry.words];
        states = new int[ShardGeometry.ROW_PADDING + geometry.rowMask + 1];
        blocks = new MemoryBlock[shards];
        mappings = mapper.newMappings(shards, geometry.shardSize);
    }

    private int entry(final int shard) {
        return shard - firstShard;
    }

    private int firstWord(final int shard) {
        return entry(shard) * geometry.words;
    }

    /**
     * Makes a shard usable, or of one in pieces the slots from the first on that it has got. Its buffers go on in
     * their generations if they were here before. The caller marks the way to it.
     *
     * @param block   the shard's memory: {@link ShardPieces} if it is in pieces.
     * @param mapping the mapping of the shard; the same pieces.
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

    /** Every slot of a shard that is there becomes free, from one on. */
    public void fill(final int shard, final int firstSlot) {
        for (int word = firstSlot / SLOTS_IN_WORD; word < geometry.words; word++) {
            final int before = Math.max(0, firstSlot - word * SLOTS_IN_WORD);
            WORD.getAndBitwiseOr(words, firstWord(shard) + word, allFree(shard, word) & -1L << before);
        }
    }

    /** Returns how many slots of a shard that is there can be had: all, but of one in pieces. */
    public int slots(final int shard) {
        return block(shard) instanceof ShardPieces pieces ? pieces.slots() : geometry.slots;
    }

    /** Forgets a shard of which every slot was taken. No handle is good for its buffers any more. */
    public void remove(final int shard) {
        for (int slot = 0; slot < geometry.slots; slot++) {
            final int row = geometry.row(geometry.buffer(shard, slot));
            states[row] = states[row] == 0 ? 0 : StateBits.removed(states[row]);
        }
        mappings.set(entry(shard), null);
        blocks[entry(shard)] = null;
    }

    /** Returns the mapping of a shard; null if the shard is not there. May create an object. */
    public ShardMapping mapping(final int shard) {
        final MemoryBlock block = block(shard);
        if (block instanceof ShardPieces pieces) {
            return pieces;
        }
        return block == null ? null : mappings.get(entry(shard));
    }

    /** Returns the memory of a shard; null if the shard is not there. */
    public MemoryBlock block(final int shard) {
        return blocks[entry(shard)];
    }

    public long address(final int buffer) {
        final MemoryBlock block = blocks[geometry.entry(buffer)];
        return block instanceof ShardPieces pieces
                ? pieces.address(geometry.slot(buffer))
                : block.address() + geometry.offset(buffer);
    }

    /** Returns the bytes of a buffer. */
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

    /** Returns the slots of a word that may be taken: none of a closed one. */
    private static long takable(final long word) {
        return word < 0 ? 0 : word & FREE;
    }

    private long word(final int index) {
        return (long) WORD.getVolatile(words, index);
    }

    /** Takes the lowest free slot of a shard; returns its handle, or {@link HandleBits#NONE}. */
    long take(final int shard) {
        for (int i = 0; i < geometry.words; i++) {
            final long taken = takeOfWord(firstWord(shard) + i, 1);
            if (taken != 0) {
                return handle(shard, i, taken);
            }
        }
        return HandleBits.NONE;
    }

    /** Takes free slots of a shard, the lowest first, with one atomic operation a word; returns how many. */
    int take(final int shard, final long[] handles, final int offset, final int count) {
        int taken = 0;
        for (int i = 0; i < geometry.words && taken < count; i++) {
            for (long bits = takeOfWord(firstWord(shard) + i, count - taken); bits != 0; bits &= bits - 1) {
                handles[offset + taken++] = handle(shard, i, bits);
            }
        }
        return taken;
    }

    /** Takes the lowest free slots of a word; returns their bits. */
    private long takeOfWord(final int index, final int count) {
        long word;
        long wanted;
        do {
            word = word(index);
            wanted = lowest(takable(word), count);
        } while (wanted != 0 && !WORD.compareAndSet(words, index, word, word & ~(wanted | AGED)));
        return wanted;
    }

    /** Returns the handle of the lowest of some slots of a word, which the calling thread has. */
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

    /** Makes a slot free; false if it is already. The caller marks the way to it. */
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

    /** Gives no slot out any more, or gives slots out again. */
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

    /** Returns how often slots were given back; only for comparison with an earlier value. */
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

    /** Returns true if no slot of a shard was taken or given back since the call before. */
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

    /** Takes every slot of an idle shard; false, with nothing taken, if one is out. */
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

    /** Returns the present handle of a buffer. */
    public long handle(final int buffer) {
        return HandleBits.of(state(buffer), tag, buffer);
    }

    /** Returns the state of a buffer; 0 if there never was one. */
    public int state(final int buffer) {
        return (int) STATE.getAcquire(states, geometry.row(buffer));
    }

    public boolean compareAndSetState(final int buffer, final int expected, final int state) {
        return STATE.compareAndSet(states, geometry.row(buffer), expected, state);
    }

    /** Sets the state of a buffer that only the calling thread knows. */
    void setState(final int buffer, final int state) {
        STATE.setRelease(states, geometry.row(buffer), state);
    }
}
