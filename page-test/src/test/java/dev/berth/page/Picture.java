package dev.berth.page;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.imageio.ImageIO;

/** Makes a screenshot small: the 256 colours that it has most of are enough for flat surfaces and letters. */
final class Picture {
    private Picture() {}

    static byte[] small(byte[] png) throws IOException {
        BufferedImage image = Objects.requireNonNull(ImageIO.read(new ByteArrayInputStream(png)));
        IndexColorModel colours = colours(image);
        BufferedImage indexed =
                new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, colours);
        Map<Integer, Integer> nearest = new HashMap<>();
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                int colour = image.getRGB(x, y) & 0xffffff;
                int index = nearest.computeIfAbsent(colour, each -> nearest(colours, each));
                indexed.getRaster().setSample(x, y, 0, index);
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(indexed, "png", out);
        return out.toByteArray();
    }

    private static IndexColorModel colours(BufferedImage image) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                counts.merge(image.getRGB(x, y) & 0xffffff, 1, Integer::sum);
            }
        }
        List<Integer> most = counts.entrySet().stream()
                .sorted(Map.Entry.<Integer, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(256)
                .map(Map.Entry::getKey)
                .toList();
        int[] map = most.stream().mapToInt(each -> each).toArray();
        return new IndexColorModel(8, map.length, map, 0, false, -1, DataBuffer.TYPE_BYTE);
    }

    private static int nearest(IndexColorModel colours, int colour) {
        int best = 0;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < colours.getMapSize(); i++) {
            int red = colours.getRed(i) - (colour >> 16 & 255);
            int green = colours.getGreen(i) - (colour >> 8 & 255);
            int blue = colours.getBlue(i) - (colour & 255);
            int distance = red * red + green * green + blue * blue;
            if (distance < least) {
                least = distance;
                best = i;
            }
        }
        return best;
    }
}
