// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

/** How many objects of a device's that have to do with memory are open. */
final class MemoryObjects {
    /** Regions of every kind but fast-register regions. */
    int regions;

    int fastRegisterRegions;
    int windows;
    int pageLists;
    int deviceMemories;
}
