// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.imageio.ImageIO;

/** A picture of a page, and where it has which colours. */
final class Pixels {
    private final int[] colours;
    private final int width;
    private final int height;
    private final double dots;

    /**
     * Of a PNG.
     *
     * @param dots a pixel of the page.
     */
    Pixels(final byte[] png, final double dots) throws IOException {
        final BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
        this.width = image.getWidth();
        this.height = image.getHeight();
        this.colours = image.getRGB(0, 0, width, height, null, 0, width);
        this.dots = dots;
    }

    /** Returns how many dots around a place on the page are nearly of a colour. */
    int near(final double x, final double y, final double reach, final int colour, final int tolerance) {
        return count(x - reach, y - reach, x + reach, y + reach, colour, tolerance);
    }

    int everywhere(final int colour, final int tolerance) {
        return count(0, 0, width / dots, height / dots, colour, tolerance);
    }

    private int count(
            final double left,
            final double top,
            final double right,
            final double bottom,
            final int colour,
            final int tolerance) {
        int count = 0;
        for (int y = (int) Math.max(0, top * dots); y < Math.min(height, bottom * dots); y++) {
            for (int x = (int) Math.max(0, left * dots); x < Math.min(width, right * dots); x++) {
                count += isNear(colours[y * width + x], colour, tolerance) ? 1 : 0;
            }
        }
        return count;
    }

    private static boolean isNear(final int one, final int other, final int tolerance) {
        for (int shift = 0; shift < 24; shift += 8) {
            if (Math.abs((one >> shift & 0xff) - (other >> shift & 0xff)) > tolerance) {
                return false;
            }
        }
        return true;
    }
}
