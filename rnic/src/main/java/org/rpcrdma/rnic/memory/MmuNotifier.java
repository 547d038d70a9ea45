// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.memory;

/** Receives notifications that pages of a host's memory are being removed, like the kernel's {@code mmu_notifier}. */
public interface MmuNotifier {
    /** Invalidates the device's translations for a range before the call returns. */
    void invalidate(long address, long length);
}
