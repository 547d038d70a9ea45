// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

/** A domain of another process that shares the device; closing it leaves the original as it is. */
final class ImportedDomain extends StandInDomain {
    ImportedDomain(final SimulatedProtectionDomain original) {
        super(original);
    }
}
