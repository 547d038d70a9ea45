// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.device;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.bench.compare.Personalities;

/** Explains the limitations of a comparison on a device of the host. */
final class DeviceNotes {
    private static final List<String> OF_THE_MODEL = List.of(
            "Set-up and tear-down are medians over the connections. The model is fitted only to the probe's"
                    + " primitives, never to the strategies' results; real by predicted shows its accuracy.",
            "The model charges, in virtual time: allocating and freeing memory, registering and deregistering,"
                    + " creating queues, connecting and accepting, each post by its requests and bytes,"
                    + " each event before its handler, each polled completion, and the program (transport and service)"
                    + " for each message that it receives. The program's cost is measured without the device: the CPU"
                    + " time"
                    + " of this load's calls on a simulated device, minus the cost of simulating the messages.",
            "The model does not charge the set-up and tear-down of the arena, or the closing of queues and"
                    + " connections. If real exceeds predicted, these or other work of the host are the cause.",
            "The preset, not the probe, gives the costs of on-demand regions, page faults, memory windows and timers."
                    + " The network's delay is the rest of the time of a single message, including waking up.");

    private static final List<String> OF_THE_RUN = List.of(
            "Server and clients share one thread, on a device that is connected to itself. A call waits while another"
                    + " connection is set up or torn down. Compare real times of several runs.",
            "All strategies and the probe ran four times. Only the last run counts; the others warmed up the JVM.");

    private static final List<String> OF_SOFT_ROCE = List.of(
            "Soft-RoCE shows the CPU time of registrations, set-up and tear-down, and that all bytes arrive.",
            "Soft-RoCE cannot show the cost of an IOTLB or a NIC's MTT. It has neither, so its model has no misses."
                    + " This host's processor is the NIC, so rates and latencies show the kernel's packet" + " path.");

    private static final List<String> OF_UDP = List.of(
            "A device on a UDP socket shows that all bytes arrive, and the transport's CPU time. Its registrations are"
                    + " entries in a table of this program, so their cost differs from a NIC's or soft-RoCE's.",
            "Neither the device nor its model has an IOTLB or MTT. Rates and latencies include this program"
                    + " and the kernel's UDP.");

    private static final List<String> OF_A_NIC = List.of(
            "The model's caches (IOTLB, keys, translations, contexts) and the firmware's part of new keys come from"
                    + " the preset, not from this device, because the probe cannot measure them.");

    private DeviceNotes() {}

    static List<String> of(final DeviceCounterpart twin) {
        final List<String> notes = new ArrayList<>(OF_THE_MODEL);
        notes.addAll(OF_THE_RUN);
        notes.addAll(ofKind(twin));
        return notes;
    }

    private static List<String> ofKind(final DeviceCounterpart twin) {
        if (Personalities.isUdp(twin.name())) {
            return OF_UDP;
        }
        return twin.isSoftware() ? OF_SOFT_ROCE : OF_A_NIC;
    }
}
