// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.rnic.key.DeviceObjects;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.FastRegisterPageList;

/** An application's list of pages; it is the device's while registrations that name it are outstanding. */
public final class RnicPageList implements FastRegisterPageList {
    private final DeviceObjects objects;
    private final long[] pages;
    private int outstanding;
    private boolean isClosed;

    public RnicPageList(final DeviceObjects objects, final int maxPages) {
        this.objects = objects;
        pages = new long[maxPages];
        objects.addPageLists(1);
    }

    @Override
    public int maxPages() {
        return pages.length;
    }

    @Override
    public void set(final int i, final long dmaAddress) {
        checkIdle();
        pages[i] = dmaAddress;
    }

    @Override
    public long get(final int i) {
        return pages[i];
    }

    public boolean isOpen() {
        return !isClosed;
    }

    /** A registration that names it is posted. */
    void hold() {
        outstanding++;
    }

    /** A registration that named it is done. */
    void release() {
        outstanding--;
    }

    @Override
    public void close() {
        checkIdle();
        isClosed = true;
        objects.addPageLists(-1);
    }

    private void checkIdle() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "page list is freed: maxPages=" + pages.length);
        }
        if (outstanding != 0) {
            throw new VerbsException(
                    Errno.EBUSY, "registrations that name the page list are outstanding: count=" + outstanding);
        }
    }
}
