// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.indirect;

import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.key.MemoryKey;
import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.rnic.port.NicCaches;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.IndirectKey;
import org.rpcrdma.verbs.extended.IndirectKeyAttributes;

/**
 * An indirect key, which concatenates ranges of other keys of its domain, starting at address 0. It has its own rights.
 * The other keys are looked up at each use, so access fails if any of them has been closed or invalidated. Writes
 * require the other keys' local write right. The indirect key's own rights determine what a peer may do.
 */
public final class RnicIndirectKey implements IndirectKey, MemoryKey {
    /** The maximum nesting depth of indirect keys, which also ends the search if keys form a cycle. */
    private static final int MAX_DEPTH = 4;

    private static final int FLAGS = IndirectKeyAttributes.INDIRECT | IndirectKeyAttributes.REMOTE_INVALIDATE;
    private static final int ENTRIES_STEP = 4;
    private static final int MAX_ENTRIES = 1 << 16;
    private static final long MAX_ENTRY_SIZE = 1L << 40;
    private static final int WRITES = Access.LOCAL_WRITE | Access.REMOTE_WRITE | Access.REMOTE_ATOMIC;

    private final DomainUse domain;
    private final KeyTable keys;
    private final int key;
    private final boolean isPeerInvalidatable;
    private final KeyLayout layout;

    private int access;
    private boolean isConfigured;
    private boolean isClosed;

    public RnicIndirectKey(
            final KeyTable keys, final DomainUse domain, final int key, final IndirectKeyAttributes attributes) {
        this.domain = domain;
        this.key = key;
        this.keys = keys;
        isPeerInvalidatable = (attributes.flags() & IndirectKeyAttributes.REMOTE_INVALIDATE) != 0;
        final int entries = (attributes.maxEntries() + ENTRIES_STEP - 1) & -ENTRIES_STEP;
        layout = new KeyLayout(entries, attributes.entrySize());
    }

    /** Rejects invalid attributes. */
    public static void check(final IndirectKeyAttributes attributes) {
        final int flags = attributes.flags();
        if ((flags & IndirectKeyAttributes.INDIRECT) == 0 || (flags & ~FLAGS) != 0) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "the device does not support indirect keys with these flags: flags=0x"
                            + Integer.toHexString(flags));
        }
        final long size = attributes.entrySize();
        final boolean isSize = size == 0 || size >= Pages.SIZE && size <= MAX_ENTRY_SIZE && Long.bitCount(size) == 1;
        if (attributes.maxEntries() < 1 || attributes.maxEntries() > MAX_ENTRIES || !isSize) {
            throw new VerbsException(
                    Errno.EINVAL, "invalid number or size of entries: " + attributes + " limit=" + MAX_ENTRIES);
        }
    }

    /** Returns true if a work request in the given domain may configure this key. */
    public boolean isConfigurableBy(final int user) {
        return user == domain.number() && !isClosed;
    }

    /** Returns the layout so that the caller can overwrite it. No transfer may still be using the old layout. */
    public KeyLayout layout() {
        return layout;
    }

    public void setAccess(final int rights) {
        access = rights;
    }

    public void configured() {
        isConfigured = true;
    }

    @Override
    public int key() {
        return key;
    }

    @Override
    public boolean isValid() {
        return isConfigured;
    }

    @Override
    public boolean allows(final int user, final long address, final long bytes, final int rights) {
        return allows(user, address, bytes, rights, MAX_DEPTH);
    }

    private boolean allows(final int user, final long address, final long bytes, final int rights, final int depth) {
        final boolean isCovered = user == domain.number()
                && (access & rights) == rights
                && address >= 0
                && bytes <= layout.length()
                && address <= layout.length() - bytes;
        return isCovered && depth > 0 && piecesAllow(address, bytes, (rights & WRITES) != 0, depth - 1);
    }

    private boolean piecesAllow(final long address, final long bytes, final boolean isWrite, final int depth) {
        final int rights = isWrite ? Access.LOCAL_WRITE : 0;
        for (long done = 0; done < bytes; ) {
            layout.locate(address + done);
            final long piece = layout.left(bytes - done);
            final MemoryKey behind = keys.find(layout.key());
            if (behind == null || !allows(behind, layout.address(), piece, rights, depth)) {
                return false;
            }
            done += piece;
        }
        return true;
    }

    private boolean allows(
            final MemoryKey behind, final long address, final long bytes, final int rights, final int depth) {
        return behind instanceof RnicIndirectKey
                ? ((RnicIndirectKey) behind).allows(domain.number(), address, bytes, rights, depth)
                : behind.allows(domain.number(), address, bytes, rights);
    }

    /** Looks up two translations per list entry, because an entry occupies 16 bytes. */
    @Override
    public void lookUp(final NicCaches contexts, final long address) {
        layout.locate(address);
        contexts.useKey(key);
        contexts.useTranslation(key, 2L * layout.entry());
        keys.find(layout.key()).lookUp(contexts, layout.address());
    }

    @Override
    public long dmaAddress(final long address) {
        layout.locate(address);
        return keys.find(layout.key()).dmaAddress(layout.address());
    }

    @Override
    public int contiguous(final long address, final int length) {
        layout.locate(address);
        return keys.find(layout.key()).contiguous(layout.address(), (int) layout.left(length));
    }

    @Override
    public boolean isPresent(final long address, final long length, final boolean forWriting) {
        for (long done = 0; done < length; ) {
            layout.locate(address + done);
            final long piece = layout.left(length - done);
            if (!keys.find(layout.key()).isPresent(layout.address(), piece, forWriting)) {
                return false;
            }
            done += piece;
        }
        return true;
    }

    @Override
    public long fault(final long address, final long length, final boolean forWriting) {
        long end = MemoryKey.NEVER;
        for (long done = 0; done < length; ) {
            layout.locate(address + done);
            final long piece = layout.left(length - done);
            final long at = layout.address();
            final MemoryKey behind = keys.find(layout.key());
            if (!behind.isPresent(at, piece, forWriting)) {
                final long pieceEnd = behind.fault(at, piece, forWriting);
                if (pieceEnd == MemoryKey.NEVER) {
                    return MemoryKey.NEVER;
                }
                end = Math.max(end, pieceEnd);
            }
            done += piece;
        }
        return end;
    }

    @Override
    public boolean invalidateBy(final int user, final int through) {
        if (user != domain.number()) {
            return false;
        }
        isConfigured = false;
        keys.detachPayloads();
        return true;
    }

    @Override
    public boolean isPeerInvalidatable() {
        return isPeerInvalidatable;
    }

    @Override
    public int lkey() {
        return key;
    }

    @Override
    public int rkey() {
        return key;
    }

    @Override
    public int maxEntries() {
        return layout.maxEntries();
    }

    @Override
    public void close() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "key is closed: key=0x" + Integer.toHexString(key));
        }
        isClosed = true;
        isConfigured = false;
        keys.detachPayloads();
        keys.remove(this);
        domain.removeRegion();
    }
}
