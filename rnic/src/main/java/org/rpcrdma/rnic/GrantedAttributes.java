// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.OnDemandCapabilities;

/** Derives a device's limits and capabilities from its personality. */
public final class GrantedAttributes {
    private static final int MAX_QP_WR = 32_768;
    private static final int MAX_SGE = 32;
    private static final int MAX_CQE = 4_194_304;
    private static final int MAX_FAST_REG_PAGES = 512;
    private static final int COMPLETION_VECTORS = 8;
    private static final int MAX_SRQ_WR = 32_768;
    private static final int MAX_READ_ATOMIC = 255;
    private static final int MAX_INLINE_DATA = 1024;

    private static final int RELIABLE = OnDemandCapabilities.SEND
            | OnDemandCapabilities.RECEIVE
            | OnDemandCapabilities.WRITE
            | OnDemandCapabilities.READ
            | OnDemandCapabilities.ATOMIC
            | OnDemandCapabilities.SHARED_RECEIVE
            | OnDemandCapabilities.FLUSH
            | OnDemandCapabilities.ATOMIC_WRITE;
    /** The features that the engine implements; a personality may lack some of them. */
    private static final Set<DeviceCapability> SIMULATED = EnumSet.of(
            DeviceCapability.MEMORY_MANAGEMENT_EXTENSIONS,
            DeviceCapability.FAST_REGISTER,
            DeviceCapability.LOCAL_DMA_LKEY,
            DeviceCapability.SEND_WITH_INVALIDATE,
            DeviceCapability.REREGISTER,
            DeviceCapability.REREGISTER_TRANSLATION,
            DeviceCapability.IOVA,
            DeviceCapability.INDIRECT_KEY,
            DeviceCapability.ON_DEMAND,
            DeviceCapability.ON_DEMAND_IMPLICIT,
            DeviceCapability.SHARED_RECEIVE_QUEUE,
            DeviceCapability.SHARED_RECEIVE_QUEUE_RESIZE,
            DeviceCapability.PEER_MEMORY,
            DeviceCapability.MEMORY_WINDOW,
            DeviceCapability.MEMORY_WINDOW_TYPE_2B,
            DeviceCapability.RELAXED_ORDERING,
            DeviceCapability.COMPLETION_QUEUE_RESIZE,
            DeviceCapability.INLINE_RECEIVE,
            DeviceCapability.UC,
            DeviceCapability.UD,
            DeviceCapability.IMMEDIATE_DATA,
            DeviceCapability.POST_ALL_OR_NONE,
            DeviceCapability.ATOMICS,
            DeviceCapability.ATOMIC_WRITE,
            DeviceCapability.FLUSH,
            DeviceCapability.READ_WITH_INVALIDATE);

    private GrantedAttributes() {}

    /**
     * Returns the attributes that a device grants.
     *
     * @param personality the device's personality.
     * @param missing     additional features that the device lacks.
     * @return the limits and capabilities.
     */
    public static DeviceAttributes of(final Personality personality, final Set<DeviceCapability> missing) {

        final Set<DeviceCapability> capabilities = EnumSet.copyOf(SIMULATED);
        capabilities.removeIf(personality::lacks);
        capabilities.removeAll(missing);
        return new DeviceAttributes(
                MAX_QP_WR,
                MAX_SGE,
                MAX_CQE,
                capabilities.contains(DeviceCapability.FAST_REGISTER) ? MAX_FAST_REG_PAGES : 0,
                Pages.SIZE,
                COMPLETION_VECTORS,
                MAX_SRQ_WR,
                MAX_READ_ATOMIC,
                MAX_INLINE_DATA,
                Collections.unmodifiableSet(capabilities),
                onDemand(personality));
    }

    /** Returns the on-demand capabilities of a personality; soft-RoCE has no implicit regions. */
    private static OnDemandCapabilities onDemand(final Personality personality) {
        return new OnDemandCapabilities(
                true,
                !personality.lacks(DeviceCapability.ON_DEMAND_IMPLICIT),
                RELIABLE,
                OnDemandCapabilities.SEND,
                OnDemandCapabilities.SEND);
    }
}
