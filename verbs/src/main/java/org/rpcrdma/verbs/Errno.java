// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/** The errno values that verbs calls fail with, as on Linux. */
public enum Errno {
    /** The caller, or the object it names, may not do that. */
    EPERM(1),
    /** There is no such object. */
    ENOENT(2),
    /** The device did not carry out a request. */
    EIO(5),
    /** Out of memory, or a queue is full. */
    ENOMEM(12),
    /** The address range is not backed by memory. */
    EFAULT(14),
    /** The object is still in use. */
    EBUSY(16),
    /** An argument is outside the range that the call or the object's state allows. */
    EINVAL(22),
    /** There is nothing of the kind to hand out. */
    ENODATA(61),
    /** The device does not have this feature ({@code ENOTSUP} is the same number on Linux). */
    EOPNOTSUPP(95),
    /** The address is already in use by a listener. */
    EADDRINUSE(98),
    /** The address does not belong to this host. */
    EADDRNOTAVAIL(99);

    private final int value;

    Errno(final int value) {
        this.value = value;
    }

    /**
     * Returns the number the operating system uses.
     *
     * @return a positive number.
     */
    public int value() {
        return value;
    }
}
