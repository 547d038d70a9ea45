// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DmaDirection;

/** The access rights of a region that only the device's own work requests use. */
final class LocalAccess {
    private LocalAccess() {}

    /** Returns the {@link Access} rights for a direction. The device may always read. */
    static int rights(final DmaDirection direction) {
        return direction == DmaDirection.TO_DEVICE ? 0 : Access.LOCAL_WRITE;
    }
}
