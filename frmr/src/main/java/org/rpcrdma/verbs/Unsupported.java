// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/** The error of a feature that a device does not have; for the contract's default methods. */
final class Unsupported {
    private Unsupported() {}

    static VerbsException feature(final String name) {
        return new VerbsException(Errno.EOPNOTSUPP, "the device has no " + name);
    }
}
