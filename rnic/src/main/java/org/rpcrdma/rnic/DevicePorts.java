// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import org.rpcrdma.rnic.connect.ConnectionWires;
import org.rpcrdma.rnic.host.HostLoops;
import org.rpcrdma.rnic.link.DisturbedLink;
import org.rpcrdma.rnic.link.PacketPool;
import org.rpcrdma.rnic.memory.HostMemory;
import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.rnic.port.CallFaults;
import org.rpcrdma.rnic.port.DmaTimes;
import org.rpcrdma.rnic.port.Meter;
import org.rpcrdma.rnic.port.NicCaches;
import org.rpcrdma.rnic.time.Timeline;

/**
 * The interfaces between a device and its environment.
 *
 * @param timeline   the clock.
 * @param loops      the host's event loops.
 * @param memory     the host's memory.
 * @param iommu      maps host memory for the device.
 * @param caches     the NIC's context caches.
 * @param dma        the durations of DMA transfers.
 * @param meter      records the work that the device and its driver perform.
 * @param link       carries packets.
 * @param wires      carry the messages of connection managers.
 * @param packets    the pool of unused packets.
 * @param callFaults make calls fail on demand.
 * @param taps       report packets, posts and completions.
 */
@SuppressWarnings("exports") // used only by this project's devices
public record DevicePorts(
        Timeline timeline,
        HostLoops loops,
        HostMemory memory,
        Iommu iommu,
        NicCaches caches,
        DmaTimes dma,
        Meter meter,
        DisturbedLink link,
        ConnectionWires wires,
        PacketPool packets,
        CallFaults callFaults,
        Taps taps) {}
