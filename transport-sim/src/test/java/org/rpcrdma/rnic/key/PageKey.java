// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key;

import static org.rpcrdma.verbs.Access.REMOTE_READ;

/**
 * A key for one page that starts at address 0. The key belongs to one protection domain and, if it is bound, to one
 * queue pair.
 */
final class PageKey implements MemoryKey {
    static final int PAGE = 4096;
    static final int DOMAIN = 7;

    boolean isValid = true;
    int boundTo = NO_QUEUE_PAIR;
    boolean isPeerInvalidatable = true;

    private final int key;
    private final int access;

    PageKey(final int key, final int access) {
        this.key = key;
        this.access = access;
    }

    @Override
    public int key() {
        return key;
    }

    @Override
    public boolean isValid() {
        return isValid;
    }

    @Override
    public boolean allows(final int user, final long address, final long length, final int rights) {
        return user == DOMAIN && (access & rights) == rights && address >= 0 && length <= PAGE - address;
    }

    @Override
    public boolean allowsPeer(
            final int user, final int through, final long address, final long length, final int rights) {
        return (boundTo == NO_QUEUE_PAIR || through == boundTo) && allows(user, address, length, rights | REMOTE_READ);
    }

    @Override
    public long dmaAddress(final long address) {
        return address;
    }

    @Override
    public boolean isPeerInvalidatable() {
        return isPeerInvalidatable;
    }

    @Override
    public boolean invalidateBy(final int user, final int through) {
        if (user == DOMAIN) {
            isValid = false;
        }
        return user == DOMAIN;
    }
}
