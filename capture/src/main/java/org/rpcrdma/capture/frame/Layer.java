// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture.frame;

/**
 * Numbers that identify the layer that follows a header. Numbers below 65,536 are EtherTypes, and negative numbers are
 * outcomes.
 */
public final class Layer {
    static final int ETHERNET = 0x1_0000;
    /** An IP packet, whose first bits contain the IP version. */
    static final int RAW_IP = 0x1_0001;

    static final int GRE = 0x1_0002;
    static final int ERSPAN_1 = 0x1_0003;
    static final int INFINIBAND = 0x1_0004;
    static final int PPP = 0x1_0005;
    static final int VXLAN = 0x1_0006;
    static final int VXLAN_GPE = 0x1_0007;
    static final int GENEVE = 0x1_0008;
    static final int GTP = 0x1_0009;
    static final int TZSP = 0x1_000a;
    static final int LINK_CONTROL = 0x1_000b;
    static final int ETHER_IP = 0x1_000c;

    /** The offset that is added to an IP protocol number. */
    static final int PROTOCOL = 0x2_0000;

    /**
     * The frame contains InfiniBand transport packets: a single packet, or several packets that were captured as one
     * datagram.
     */
    public static final int DATAGRAM = -1;

    static final int OTHER = outcome(Skipped.OTHER);
    static final int FRAGMENT = outcome(Skipped.FRAGMENT);
    public static final int CUT = outcome(Skipped.CUT);
    public static final int MALFORMED = outcome(Skipped.MALFORMED);
    static final int LINK_TYPE = outcome(Skipped.LINK_TYPE);
    static final int IWARP = outcome(Skipped.IWARP);
    static final int ENCRYPTED = outcome(Skipped.ENCRYPTED);
    static final int TUNNEL = outcome(Skipped.TUNNEL);
    public static final int TRANSPORT = outcome(Skipped.TRANSPORT);
    /** A fragment that is kept until the other fragments have arrived. */
    public static final int KEPT = -100;

    private Layer() {}

    private static int outcome(final Skipped reason) {
        return -2 - reason.ordinal();
    }

    /** Returns the reason why a frame with the given outcome is skipped. */
    public static Skipped reason(final int outcome) {
        return REASONS[-2 - outcome];
    }

    private static final Skipped[] REASONS = Skipped.values();
}
