// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.frmr;

import java.util.List;

/**
 * A difference between Linux's pools and ours: a script, and the output lines that appear on one side only.
 * docs/frmr.md explains each difference under its name.
 *
 * @param name   the name of the difference.
 * @param script the script's lines.
 * @param linux  the output lines of Linux's pools.
 * @param ours   the output lines of our pools.
 */
record Difference(String name, List<String> script, List<String> linux, List<String> ours) {
    private static final String POOL_OF_8 = "dev rxe0 key 0:8:0:0 ats 0 access_flags 0 vendor_key 0 num_dma_blocks 8 ";

    /** All known differences. */
    static final List<Difference> ALL = List.of(
            new Difference(
                    "smallest-pool",
                    List.of(
                            "pop 1 0 0 0 0 5",
                            "pop 2 0 0 0 0 8",
                            "pop 3 0 0 0 0 13",
                            "push 1",
                            "push 2",
                            "push 3",
                            "pop 4 0 0 0 0 5"),
                    List.of("pop 4: 0 2"),
                    List.of("pop 4: 0 1")),
            new Difference(
                    "size-of-pinned-handles",
                    List.of("pop 1 0 0 0 0 16", "push 1", "set pinned 0:9:0:0 3"),
                    List.of("create ats 0 access_flags 0 vendor_key 0 kernel_vendor_key 0 num_dma_blocks 9 count 2: 0"),
                    List.of(
                            "create ats 0 access_flags 0 vendor_key 0 kernel_vendor_key 0 num_dma_blocks 16 count 2: 0")),
            new Difference(
                    "floor-after-drop",
                    List.of("pop 1 0 0 0 0 8", "set pinned 0:8:0:0 1", "drop 1", "show"),
                    List.of(POOL_OF_8 + "queue 0 in_use 0 max_in_use 1 pinned 1"),
                    List.of(POOL_OF_8 + "queue 1 in_use 0 max_in_use 1 pinned 1")),
            new Difference(
                    "floor-after-refusal",
                    List.of("set aging 1", "refuse 12", "set pinned 0:8:0:0 4", "refuse 0", "at 2000", "show"),
                    List.of(POOL_OF_8 + "queue 0 in_use 0 max_in_use 0 pinned 4"),
                    List.of(POOL_OF_8 + "queue 4 in_use 0 max_in_use 0 pinned 4")),
            new Difference(
                    "pool-without-handles",
                    List.of("refuse 12", "pop 1 0 0 0 0 16", "refuse 0", "pop 2 0 0 0 0 10"),
                    List.of(
                            "create ats 0 access_flags 0 vendor_key 0 kernel_vendor_key 0 num_dma_blocks 16 count 1: 0"),
                    List.of(
                            "create ats 0 access_flags 0 vendor_key 0 kernel_vendor_key 0 num_dma_blocks 10 count 1: 0")),
            new Difference(
                    "failed-destruction",
                    List.of(
                            "set aging 1",
                            "pop 1 0 0 0 0 8",
                            "push 1",
                            "lose 1",
                            "at 3000",
                            "lose 0",
                            "at 6000",
                            "counts"),
                    List.of("counts: created 1 destroyed 0 lost 1 dropped 0 mistakes 0"),
                    List.of("counts: created 1 destroyed 1 lost 1 dropped 0 mistakes 0")),
            new Difference(
                    "cleanup-while-in-use",
                    List.of("pop 1 0 0 0 0 8", "pop 2 0 0 0 0 8", "push 2", "cleanup", "counts"),
                    List.of("counts: created 2 destroyed 1 lost 0 dropped 0 mistakes 0"),
                    List.of("cleanup: -16", "counts: created 2 destroyed 0 lost 0 dropped 0 mistakes 0")),
            new Difference(
                    "largest-floor",
                    List.of("pop 1 0 0 0 0 8", "push 1", "set pinned 0:8:0:0 4294967295", "show"),
                    List.of(
                            "error: Cannot allocate memory",
                            POOL_OF_8 + "queue 1 in_use 0 max_in_use 1 pinned 4294967295"),
                    List.of("Invalid pinned value: 4294967295", POOL_OF_8 + "queue 1 in_use 0 max_in_use 1 pinned 0")),
            new Difference(
                    "longest-period",
                    List.of("set aging 4294967295", "show"),
                    List.of(),
                    List.of("Invalid aging period value: 4294967295")),
            new Difference(
                    "most-blocks",
                    List.of("set pinned 0:8000000000000000:0:0 0", "show"),
                    List.of("dev rxe0 key 0:8000000000000000:0:0 ats 0 access_flags 0 vendor_key 0 num_dma_blocks"
                            + " 9223372036854775808 queue 0 in_use 0 max_in_use 0 pinned 0"),
                    List.of("Pool key field at index 1 value out of range")),
            new Difference(
                    "handles-that-a-floor-keeps",
                    List.of(
                            "set aging 1",
                            "pop 1 0 0 0 0 8",
                            "pop 2 0 0 0 0 8",
                            "pop 3 0 0 0 0 8",
                            "push 1",
                            "push 2",
                            "push 3",
                            "at 1500",
                            "set pinned 0:8:0:0 1"),
                    List.of("destroy 3 2"),
                    List.of("destroy 1 2 ?")));

    /** Returns true if a transcript of Linux's pools contains Linux's side. */
    boolean isLinuxs(final List<String> transcript) {
        return transcript.containsAll(linux) && ours.stream().noneMatch(transcript::contains);
    }

    /** Returns true if a transcript of our pools contains our side. */
    boolean isOurs(final List<String> transcript) {
        return transcript.containsAll(ours) && linux.stream().noneMatch(transcript::contains);
    }
}
