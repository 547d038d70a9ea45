// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/** The Linux errno values with which verbs calls fail. */
public enum Errno {
    /** The operation is not permitted for the caller or the object. */
    EPERM(1),
    /** The object does not exist. */
    ENOENT(2),
    /** An I/O error: the device could not execute a request. */
    EIO(5),
    /** Out of memory, or a queue is full. */
    ENOMEM(12),
    /** The address range is not backed by memory. */
    EFAULT(14),
    /** The object is still in use. */
    EBUSY(16),
    /** An argument is outside the range that the call, or the state of the object, allows. */
    EINVAL(22),
    /** No data of the requested kind is available. */
    ENODATA(61),
    /** The device does not support this feature. On Linux, {@code ENOTSUP} has the same number. */
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
     * Returns the operating system's number.
     *
     * @return a positive number.
     */
    public int value() {
        return value;
    }
}
