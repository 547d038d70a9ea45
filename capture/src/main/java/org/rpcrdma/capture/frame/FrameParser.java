// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture.frame;

import static org.rpcrdma.rnic.roce.RoceLayout.TYPE_IPV4;
import static org.rpcrdma.rnic.roce.RoceLayout.TYPE_IPV6;
import static org.rpcrdma.rnic.roce.RoceLayout.TYPE_ROCE_1;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Finds the datagram of the InfiniBand transport in a frame by stripping the link, tunnel, IP and UDP headers. Every
 * length is checked against the captured bytes. Not thread-safe.
 *
 * <pre>
 *  frame ─▶ link ─▶ any number of tags, tunnels, IP and UDP, in any order ─▶ datagram
 * </pre>
 */
public final class FrameParser {
    /**
     * The maximum number of headers in a frame. It is sufficient for nested tunnels and prevents endless loops in
     * crafted frames.
     */
    private static final int MOST_LAYERS = 32;

    private final Frame frame = new Frame();
    private final InternetLayer internet = new InternetLayer();

    /** Creates a parser. */
    public FrameParser() {}

    /**
     * Parses a frame up to its datagram.
     *
     * @return {@link Layer#DATAGRAM}, or the reason why the frame must be skipped.
     */
    public int parse(
            final int linkType,
            final UnsafeBuffer buffer,
            final int offset,
            final int captured,
            final long original,
            final int onInterface) {
        frame.begin(buffer, offset, captured, original, onInterface);
        int layer = LinkLayer.begin(frame, linkType);
        for (int i = 0; layer >= 0 && i < MOST_LAYERS; i++) {
            layer = step(layer);
        }
        return layer >= 0 ? Layer.TUNNEL : layer;
    }

    private int step(final int layer) {
        if (layer >= Layer.PROTOCOL) {
            return internet.protocol(frame, layer - Layer.PROTOCOL);
        }
        return layer == TYPE_IPV4 ? internet.ipv4(frame) : rarer(layer);
    }

    private int rarer(final int layer) {
        return switch (layer) {
            case TYPE_IPV6 -> internet.ipv6(frame);
            case TYPE_ROCE_1 -> internet.globalRoute(frame);
            case Layer.RAW_IP -> InternetLayer.raw(frame);
            case Layer.INFINIBAND -> internet.localRoute(frame);
            case Layer.GRE,
                    Layer.ERSPAN_1,
                    Layer.VXLAN,
                    Layer.VXLAN_GPE,
                    Layer.GENEVE,
                    Layer.GTP,
                    Layer.TZSP,
                    Layer.ETHER_IP,
                    TunnelLayer.TYPE_BRIDGED,
                    TunnelLayer.TYPE_ERSPAN,
                    TunnelLayer.TYPE_ERSPAN_3 -> TunnelLayer.step(frame, layer);
            default -> LinkLayer.step(frame, layer);
        };
    }

    /** Returns the frame, which has been parsed up to its datagram. */
    public Frame frame() {
        return frame;
    }

    /** Returns the number of fragments that were not reassembled. */
    public long incompleteFragments() {
        return internet.incompleteFragments();
    }
}
